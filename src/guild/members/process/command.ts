// Builds the command line of a guild member from its manifest: its program and arguments.
import { type MemberManifest, portMark } from "../../../contract/member/member.ts";

export interface CommandDeps {
  /** The Bun binary that runs the hall itself. */
  runtime: string;
  find(name: string, path: string): string | undefined;
  path: string;
}

export type MemberCommand = { ok: true; file: string; args: string[] } | { ok: false; problem: string };

/** Without this flag, Bun would fetch missing packages from the network. */
const bunFlags = ["--no-install"];
/** Lets the member choose any free port. The member prints which one it chose. */
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
