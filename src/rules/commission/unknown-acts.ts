// Acts on the world that nobody has heard the end of, and how one of them is known again.
import type { Act } from "./state.ts";

/** The same call, or, since a model that is asked again makes new calls, the same tool with the same input. */
export function findUnknown(
  unknown: readonly Act[],
  { callKey, tool, inputHash }: Omit<Act, "input">,
): Act | undefined {
  return (
    unknown.find((act) => act.callKey === callKey) ??
    unknown.find((act) => act.tool === tool && act.inputHash === inputHash)
  );
}
