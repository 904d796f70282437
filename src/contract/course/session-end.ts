// How a session ended.
import { z } from "zod";
import { setUpWait } from "../project/set-up.ts";

/** How a session ended, as the workbench saw it. src/rules/commission/exit-matrix.ts decides what follows. */
export const sessionEnd = z.discriminatedUnion("how", [
  z.object({ how: z.literal("normal"), finalText: z.string() }),
  z.object({ how: z.literal("turns"), limit: z.int() }),
  z.object({ how: z.literal("budget"), limitUsd: z.number() }),
  z.object({ how: z.literal("wall_clock"), limitMs: z.int() }),
  z.object({ how: z.literal("memory"), limitMb: z.int() }),
  z.object({ how: z.literal("disk"), limitMb: z.int() }),
  z.object({ how: z.literal("files"), limit: z.int() }),
  z.object({ how: z.literal("activation"), message: z.string() }),
  z.object({ how: z.literal("api"), status: z.int().nullable(), message: z.string() }),
  z.object({ how: z.literal("quota"), resetAt: z.string(), message: z.string() }),
  z.object({ how: z.literal("died"), message: z.string() }),
  z.object({ how: z.literal("garbled"), message: z.string() }),
  z.object({ how: z.literal("rehearsal"), message: z.string() }),
  /** No session was needed: the workbench only ran the checks of a merge. */
  z.object({ how: z.literal("checked") }),
  /** The project's set-up command failed, so no session began, or finished work could not be checked. */
  z.object({
    how: z.literal("setup"),
    message: z.string(),
    /**
     * Set if the command ran without the network because its git tree is neither the person's nor approved.
     * It may pass once the person approves the tree.
     */
    approve: setUpWait.optional(),
  }),
  /** The guild member failed its job, refused it, or could not be reached. */
  z.object({ how: z.literal("member"), message: z.string() }),
  z.object({ how: z.literal("stopped") }),
  /** The disk could not be written; the worker is not at fault. `disk` is the commission's own limit. */
  z.object({ how: z.literal("storage"), message: z.string() }),
]);
export type SessionEnd = z.infer<typeof sessionEnd>;

/** Endings that only the gateway, which sends the requests to the model, knows: `claude` just sees a failed request. */
export type GatewayVerdict = Extract<
  SessionEnd,
  { how: "turns" | "budget" | "api" | "quota" | "rehearsal" | "storage" }
>;
