// Shows a git tree that a person must approve before the project's set-up command runs on it with the
// network: how it differs from the person's branch. A worker wrote the paths and patches, so they are made
// printable.
import type { SetUpTree } from "../../../contract/project/set-up.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { plural } from "../../../base/text/plural.ts";
import { leftOutLines, patchLines, statLines } from "./diff.ts";
import type { Paint } from "../paint.ts";

interface ApprovalStyle {
  paint: Paint;
  width: number;
  isDone: boolean;
}

export function approvalLines(shown: SetUpTree, style: ApprovalStyle): string[] {
  const { project, tree, branch, total, files } = shown;
  const listed = files.length < total ? `, of which ${files.length} are listed` : "";
  const against = `${plural(total, "file")} differ${total === 1 ? "s" : ""} from ${oneLine(branch, 200)}${listed}.`;
  if (style.isDone) return [`Approved: the set-up of ${project} may use the network on ${tree}.`, against];
  const next = shown.isApproved
    ? "The set-up is approved already."
    : `Its set-up runs what is in these files, with the network. To allow that: guild-hall project approve ${project} ${tree} --yes`;
  return [
    ...statLines(shown, style),
    ...patchLines(shown, style.paint),
    ...leftOutLines(shown),
    ...restLines(shown),
    "",
    against,
    next,
  ];
}

/**
 * Says if part of the difference is not shown, because that part may contain code that runs with the network.
 */
function restLines({ files, total, branch, tree }: SetUpTree): string[] {
  const isCut = files.length < total || files.some(({ patch }) => patch === null);
  return isCut
    ? [
        `Not all of it is shown here. To see all of it, in your checkout: git diff ${oneLine(branch, 200)} ${tree}`,
      ]
    : [];
}
