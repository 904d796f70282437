// The part of the client that is about guild members.
import type { z } from "zod";
import { routes } from "../contract/api/api.ts";
import type { MemberName } from "../contract/member/member.ts";
import type { MemberEntry, MemberList, memberLogs, MemberStopped } from "../contract/member/members.ts";
import { type Line, send } from "./send.ts";

export interface MembersClient {
  list(signal?: AbortSignal): Promise<MemberList>;
  start(name: MemberName): Promise<MemberEntry>;
  stop(name: MemberName): Promise<MemberStopped>;
  logs(name: MemberName, query?: { bytes?: number }): Promise<z.infer<typeof memberLogs>>;
}

export function createMembersClient(line: Line): MembersClient {
  return {
    list: (signal) => send(line, { route: routes.members, signal }),
    start: (name) => send(line, { route: routes.memberStart, params: { name } }),
    stop: (name) => send(line, { route: routes.memberStop, params: { name } }),
    logs: (name, query = {}) => send(line, { route: routes.memberLogs, params: { name }, query }),
  };
}
