// Acts on the outside world whose outcome is unknown, and how a repeated one is recognised.
import type { Act } from "./state.ts";

/** Matches the same call, or the same tool with the same input, because a resumed model makes new calls. */
export function findUnknown(
  unknown: readonly Act[],
  { callKey, tool, inputHash }: Omit<Act, "input">,
): Act | undefined {
  return (
    unknown.find((act) => act.callKey === callKey) ??
    unknown.find((act) => act.tool === tool && act.inputHash === inputHash)
  );
}
