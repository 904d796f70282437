// The command line of a member: which program, and with which arguments.
import { type MemberManifest, portMark } from "../../../contract/member/member.ts";

export interface CommandDeps {
  /** The Bun that the hall itself runs on. */
  runtime: string;
  find(name: string, path: string): string | undefined;
  path: string;
}

export type MemberCommand = { ok: true; file: string; args: string[] } | { ok: false; problem: string };

/** Bun would otherwise fetch from the network what a member has not got. */
const bunFlags = ["--no-install"];
/** Any port that is free: the member says which. */
const anyPort = "0";

export function commandOf(
  { runtime, find, path }: CommandDeps,
  { manifest: { mcp }, directory }: { manifest: Pick<MemberManifest, "mcp">; directory: string },
): MemberCommand {
  const args = mcp.args.map((arg) => arg.replaceAll(portMark, anyPort));
  if (mcp.command === "bun") return { ok: true, file: runtime, args: [...bunFlags, ...args] };
  if (mcp.command.startsWith("/")) return { ok: true, file: mcp.command, args };
  if (mcp.command.includes("/")) return { ok: true, file: `${directory}/${mcp.command}`, args };
  const file = find(mcp.command, path);
  if (file !== undefined) return { ok: true, file, args };
  return { ok: false, problem: `its program "${mcp.command}" is not on the PATH` };
}
