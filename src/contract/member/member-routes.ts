// The routes of /api/v1 that are about guild members.
import { memberName } from "./member.ts";
import { memberEntry, memberList, memberLogs, memberLogsQuery, memberStopped } from "./members.ts";
import type { Route } from "../api/route.ts";

const ofMember = "/api/v1/members/:name";
const params = { name: memberName } as const;

export const memberRoutes = {
  members: {
    method: "GET",
    path: "/api/v1/members",
    summary: "The guild members, whether they run, and the directories that were passed over",
    status: 200,
    response: memberList,
    errors: [],
  },
  memberStart: {
    method: "POST",
    path: `${ofMember}/start`,
    params,
    summary: "Start a guild member, and answer when it can be reached; one that runs is left as it is",
    status: 200,
    response: memberEntry,
    errors: [404, 409, 422, 503],
  },
  memberStop: {
    method: "POST",
    path: `${ofMember}/stop`,
    params,
    summary: "End a guild member and all its processes; jobs at work in it are lost",
    status: 200,
    response: memberStopped,
    errors: [404, 503],
  },
  memberLogs: {
    method: "GET",
    path: `${ofMember}/logs`,
    params,
    summary: "The last output of a guild member",
    query: memberLogsQuery,
    status: 200,
    response: memberLogs,
    errors: [404],
  },
} as const satisfies Record<string, Route>;
