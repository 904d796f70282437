// Asks a member's process questions of the hall's own, at an address that is not yet verified.
import type { AskMember } from "./ready.ts";
import { call, type RpcDeps } from "../calls/rpc-call.ts";

export interface AskMemberDeps extends Omit<RpcDeps, "endpoint"> {
  listTools: AskMember["listTools"];
}

export function createAskMember({ listTools, ...deps }: AskMemberDeps): AskMember {
  return {
    plainly: (at, { method, signal }) =>
      call({ ...deps, endpoint: async () => at }, { method, params: {}, signal }),
    listTools,
  };
}
