// Recognises repeated acts on the outside world among those whose outcome is unknown.
import type { OutwardAct } from "./course.ts";

/**
 * Finds the earlier act that is repeated: by the same call, or by the same tool and input, because a resumed model
 * makes new calls.
 */
export function findUnknown(
  unknown: readonly OutwardAct[],
  { callKey, tool, inputHash }: Omit<OutwardAct, "input">,
): OutwardAct | undefined {
  return (
    unknown.find((act) => act.callKey === callKey) ??
    unknown.find((act) => act.tool === tool && act.inputHash === inputHash)
  );
}
