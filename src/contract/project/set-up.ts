// A project's set-up command, which prepares a checkout: how it used the network, and which git trees a
// person has approved for that.
import { z } from "zod";
import { projectName } from "../home/ids.ts";
import { changedFile } from "../commission/diff.ts";
import type { Route } from "../api/route.ts";
import { commandRun, oid } from "./tree.ts";

/** A host that a set-up command contacted, and how much was transferred. */
export const hostUse = z.object({
  host: z.string(),
  port: z.int().min(0).max(65_535),
  /** How many connections the set-up requested to this host. */
  connections: z.int().nonnegative(),
  sentBytes: z.int().nonnegative(),
  receivedBytes: z.int().nonnegative(),
  /** Why the last refused connection was refused; `null` if none was. */
  refused: z.string().nullable(),
});
export type HostUse = z.infer<typeof hostUse>;

/**
 * How a set-up was done. `network`: the command ran with the network, on a tree that a person's branch has or
 * a person approved. `kept`: the output of an earlier run was copied in. `offline`: the command ran without a
 * network, on any other tree.
 */
export const setUpBy = z.enum(["network", "kept", "offline"]);
export type SetUpBy = z.infer<typeof setUpBy>;

/**
 * The fields are absent in lines of older releases, for a command that does not ask for the network, and on a
 * machine without a sandbox that could withhold it.
 */
export const setUpMeans = z.object({
  by: setUpBy.optional(),
  /** The git tree on which the command had the network. */
  on: oid.optional(),
  hosts: z.array(hostUse).optional(),
});
export type SetUpMeans = z.infer<typeof setUpMeans>;

/**
 * Recorded when a set-up failed without a network: the tree that a person may approve, and the tree of their branch at
 * that time.
 */
export const setUpWait = z.object({ tree: oid, own: oid.nullable() });
export type SetUpWait = z.infer<typeof setUpWait>;

export const setUpRun = commandRun.extend(setUpMeans.shape);
export type SetUpRun = z.infer<typeof setUpRun>;

/** set-ups/<project>/approved.json */
export const approvedFile = z.object({
  version: z.literal(1),
  approved: z.array(z.object({ tree: oid, at: z.string() })),
});
export type ApprovedFile = z.infer<typeof approvedFile>;

export const setUpApproval = z.strictObject({ tree: oid });

/** A tree whose set-up waits for approval, compared with the person's branch. */
export const setUpTree = z.object({
  project: projectName,
  tree: oid,
  /** The person's branch, and its tree. */
  branch: z.string(),
  own: oid,
  /** Whether the set-up may use the network on this tree: the person's branch has it, or a person has approved it. */
  isApproved: z.boolean(),
  files: z.array(changedFile),
  total: z.int().nonnegative(),
});
export type SetUpTree = z.infer<typeof setUpTree>;

const ofSetUp = { params: { name: projectName } } as const;

export const setUpRoutes = {
  setUpTree: {
    ...ofSetUp,
    method: "GET",
    path: "/api/v1/projects/:name/set-up",
    summary: "How a tree differs from the person's branch, while its set-up waits for approval",
    query: setUpApproval,
    status: 200,
    response: setUpTree,
    errors: [404, 422],
  },
  setUpApprove: {
    ...ofSetUp,
    method: "POST",
    path: "/api/v1/projects/:name/set-up/approve",
    summary:
      "Let the project's set-up use the network on exactly this tree; commissions that waited for it continue",
    body: setUpApproval,
    status: 200,
    response: setUpTree,
    errors: [400, 404, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
