// How to reach a model: credential, address and proxy. The launcher passes this to the hall, and the hall to
// a workbench. It travels on an inherited file descriptor, never in an environment variable or on a command
// line.
import { z } from "zod";
import { sandboxLevel } from "../commission/commission.ts";

export const credential = z.object({
  /** The header that carries the secret: x-api-key, or Authorization: Bearer. */
  kind: z.enum(["api_key", "auth_token"]),
  secret: z.string().min(1),
});
export type Credential = z.infer<typeof credential>;

export const handoff = z.object({
  version: z.literal(1),
  credential: credential.nullable(),
  /** The address of the model's API; `null` means Anthropic's own. */
  baseUrl: z.string().nullable(),
  proxy: z.object({ http: z.string().nullable(), https: z.string().nullable(), no: z.string().nullable() }),
  extraCaFile: z.string().nullable(),
  /** The file of all roots that programs trust instead of the system's; for set-up commands alone. */
  certFile: z.string().nullable().default(null),
});
export type Handoff = z.infer<typeof handoff>;

export const emptyHandoff: Handoff = {
  version: 1,
  credential: null,
  baseUrl: null,
  proxy: { http: null, https: null, no: null },
  extraCaFile: null,
  certFile: null,
};

/** The result of the hall's trial of the sandbox on this machine, so that no workbench has to repeat it. */
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

/** The handoff to a workbench. If it has no result of a sandbox trial, the workbench tries the sandbox itself. */
export const benchHandoff = handoff.extend({ sandbox: sandboxTrial.nullable().default(null) });
export type BenchHandoff = z.infer<typeof benchHandoff>;
/** The same before parsing, as the hall sends it. */
export type SentBenchHandoff = z.input<typeof benchHandoff>;

/** The environment variables that the handoff replaces: they must not reach the hall or a workbench. */
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
