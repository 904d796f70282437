// The facts about text from the network: pages that a worker fetched, and hosts that its commands may reach and asked for.
import { z } from "zod";
import { hostUse } from "../project/set-up.ts";
import { allowedHost } from "../project/set-up-settings.ts";

const callKey = z.string();

export const networkFacts = [
  z.object({
    type: z.literal("page.fetched"),
    callKey,
    url: z.string(),
    /** The last URL that was requested, after redirects; `null` if no request was made. */
    finalUrl: z.string().nullable(),
    status: z.int().nullable(),
    /** Size of the decompressed body, as far as it was read. */
    bytes: z.int().nonnegative(),
    ms: z.int().nonnegative(),
    /** Why the worker got no page; `null` if it got one. */
    refused: z.string().nullable(),
  }),
  /** From here on the worker's commands may reach these hosts. Recorded once, before its session begins. */
  z.object({ type: z.literal("shell.opened"), hosts: z.array(allowedHost).min(1) }),
  /** A command has asked for these hosts. Recorded before the worker has its answer. */
  z.object({ type: z.literal("shell.reached"), callKey, hosts: z.array(hostUse) }),
] as const;
