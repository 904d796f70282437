// What the HTTP door asks about guild members.
import type { z } from "zod";
import type { MemberName } from "../../contract/member/member.ts";
import type { MemberEntry, MemberList, memberLogs, MemberStopped } from "../../contract/member/members.ts";
import type { Refusal } from "../../contract/api/problem.ts";

export interface MemberOperations {
  list(): Promise<MemberList>;
  start(name: MemberName): Promise<{ ok: true; entry: MemberEntry } | Refusal>;
  stop(name: MemberName): Promise<{ ok: true; entry: MemberStopped } | Refusal>;
  logs(name: MemberName, bytes: number): Promise<({ ok: true } & z.infer<typeof memberLogs>) | Refusal>;
}
