// How to reach a model. The launcher passes it to the hall, and the hall to a workbench, on an inherited file
// descriptor, never in an environment or on a command line.
import { z } from "zod";
import { sandboxLevel } from "../commission/commission.ts";

export const credential = z.object({
  /** Which header carries it: x-api-key, or Authorization: Bearer. */
  kind: z.enum(["api_key", "auth_token"]),
  secret: z.string().min(1),
});
export type Credential = z.infer<typeof credential>;

export const handoff = z.object({
  version: z.literal(1),
  credential: credential.nullable(),
  /** `null` means Anthropic's own. */
  baseUrl: z.string().nullable(),
  proxy: z.object({ http: z.string().nullable(), https: z.string().nullable(), no: z.string().nullable() }),
  extraCaFile: z.string().nullable(),
});
export type Handoff = z.infer<typeof handoff>;

export const emptyHandoff: Handoff = {
  version: 1,
  credential: null,
  baseUrl: null,
  proxy: { http: null, https: null, no: null },
  extraCaFile: null,
};

/** The level of containment that the hall found by trial, so that no workbench has to try again. */
export const sandboxTrial = z.object({
  level: sandboxLevel,
  detail: z.string(),
  tools: z.object({
    bwrap: z.string().nullable(),
    setpriv: z.string().nullable(),
    prlimit: z.string().nullable(),
  }),
});
export type SandboxTrial = z.infer<typeof sandboxTrial>;

/** The handoff to a workbench. Without a trial the workbench makes its own. */
export const benchHandoff = handoff.extend({ sandbox: sandboxTrial.nullable().default(null) });
export type BenchHandoff = z.infer<typeof benchHandoff>;
/** As the hall sends it. */
export type SentBenchHandoff = z.input<typeof benchHandoff>;

/** The variables that must not reach the hall's or a workbench's environment. */
export const handedOffVariables = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  "HTTPS_PROXY",
  "https_proxy",
  "HTTP_PROXY",
  "http_proxy",
  "NO_PROXY",
  "no_proxy",
  "NODE_EXTRA_CA_CERTS",
] as const;
