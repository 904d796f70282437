// Says which command the SDK will start for an order, without loading the SDK, so that `claude` can be
// started before its session is opened. The process is used only if the SDK then asks for the very same
// command.
import type { ChildOrder } from "../../host/processes/children.ts";
import { ownNames, turnsLeft } from "./claude-settings.ts";
import type { SessionOrder } from "./open-session.ts";

/** The part of an order that decides the command. The rest is sent over the input of `claude`. */
export type ExpectedOrder = Pick<
  SessionOrder,
  "model" | "builtInTools" | "maxTurns" | "turnsTaken" | "cwd" | "env" | "command"
>;

/** Returns the command of a new session inside a sandbox. */
export function expectedCommand(order: ExpectedOrder): ChildOrder {
  const { model, builtInTools } = order;
  const args = [
    "--output-format",
    "stream-json",
    "--verbose",
    "--input-format",
    "stream-json",
    `--max-turns=${turnsLeft(order)}`,
    ...(model === null ? [] : [`--model=${model}`]),
    `--tools=${builtInTools.join(",")}`,
    "--setting-sources=",
    "--strict-mcp-config",
    "--permission-mode=bypassPermissions",
    "--allow-dangerously-skip-permissions",
  ];
  return { ...order.command(args), cwd: order.cwd, env: { ...order.env, ...ownNames, ...sdkNames } };
}

/** The variables that this version of the SDK adds. A test compares all of this with what the SDK does. */
const sdkNames = {
  CLAUDE_CODE_ENTRYPOINT: "sdk-ts",
  CLAUDE_AGENT_SDK_VERSION: "0.3.325",
  CLAUDE_CODE_SDK_READS_SESSION_STATE: "1",
};
