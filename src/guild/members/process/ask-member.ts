// Sends the hall's own requests to a guild member at a given address, because during a start no address is
// confirmed yet.
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
