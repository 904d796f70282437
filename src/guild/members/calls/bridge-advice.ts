// Tells a session what to do after a call to a guild member (an external program that takes jobs) failed.
// Such calls go through a bridge, the toolbox with which a session gives one member work.
import { rpcCodes } from "../../../contract/member/worker-protocol.ts";
import { JsonRpcHttpError, JsonRpcProtocolError, JsonRpcTimeoutError } from "./rpc-errors.ts";

export function adviceFor(tool: string, error: unknown): string {
  if (isUnheard(error)) return tool === "dispatch" ? maybeBegun : goesOn;
  if (error instanceof JsonRpcHttpError || !(error instanceof JsonRpcProtocolError)) return tellPerson;
  if (error.refusal === null) return tool === "dispatch" ? maybeBegun : tellPerson;
  return error.refusal.code === rpcCodes.invalidParams ? (byTool[tool] ?? tellPerson) : tellPerson;
}

/** Tells whether the member may have carried out the request although no answer arrived. */
function isUnheard(error: unknown): boolean {
  return error instanceof JsonRpcTimeoutError || (error instanceof JsonRpcHttpError && error.status === null);
}

const maybeBegun =
  "The job may or may not have begun: look with list, filtered by its description, before you dispatch it again.";
const goesOn = "Its jobs may go on meanwhile: try again in a while, and tell the person if it stays so.";
const tellPerson = "There is nothing more you can do about it: tell the person.";

const byTool: Readonly<Record<string, string>> = {
  dispatch: "No job was begun: change what it complains of, and dispatch again.",
  list: "Ask again without a filter.",
  status: "Use list to see which jobs there are.",
  result: "Only a completed job has a result: use status to see how it stands.",
  cancel: "Use list to see which jobs there are.",
  delete: "Only a completed or cancelled job can be deleted: use status to see how it stands.",
};
