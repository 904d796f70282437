// Renders guild members for people. Everything but a member's name is the member's own text, so it is made printable.
import { canWork } from "../../../contract/member/member.ts";
import type {
  MemberEntry,
  MemberList,
  MemberState,
  MemberStopped,
} from "../../../contract/member/members.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import type { Paint } from "../paint.ts";
import { type Cell, tableLines } from "../table.ts";

interface Style {
  paint: Paint;
  width: number;
}

export function memberLines({ members, problems }: MemberList, style: Style): string[] {
  const { paint } = style;
  const rows = members.map((each): Cell[] => [
    { text: each.name },
    { text: each.state, brush: brushOf(each.state, paint) },
    { text: servesText(each) },
    { text: oneLine(each.version, 64) },
    { text: oneLine(each.description, 500) },
  ]);
  const none = paint.dim("There are no guild members.");
  return [
    ...(members.length === 0
      ? [none]
      : tableLines({ head: ["NAME", "STATE", "SERVES", "VERSION", "WHAT IT IS"], rows }, style)),
    ...members.flatMap(({ name, problem }) =>
      problem === null ? [] : [paint.red(`${name}: ${oneLine(problem, 2000)}`)],
    ),
    ...problems.map((text) => paint.yellow(`skipped: ${oneLine(text, 2000)}`)),
  ];
}

/** Says what the member offers. The number of its tools is known only while it runs. */
function servesText(member: Pick<MemberEntry, "capabilities" | "tools">): string {
  const { tools } = member;
  const known = tools === null ? null : tools.length === 1 ? "1 tool" : `${tools.length} tools`;
  if (!canWork(member)) return known ?? "tools";
  return known === null || tools?.length === 0 ? "work" : `work, ${known}`;
}

function brushOf(state: MemberState, paint: Paint): (text: string) => string {
  switch (state) {
    case "running":
      return paint.green;
    case "starting":
      return paint.yellow;
    case "failing":
      return paint.red;
    case "stopped":
    case "available":
      return paint.dim;
  }
}

export function stoppedLine({ name, wasRunning }: MemberStopped): string {
  return wasRunning
    ? `Guild member ${name} is stopped: none of its processes runs any more.`
    : `Guild member ${name} was not running.`;
}

export function startedLine({ name, pid, address }: MemberEntry): string {
  return `Guild member ${name} runs (process ${pid ?? "unknown"}, ${address === null ? "no address" : oneLine(address, 2000)}).`;
}
