// Reports whether there is a credential for a model, and which endpoint is used. Never shows the credential.
import type { Finding } from "../../contract/api/doctor.ts";
import type { Handoff } from "../../contract/home/handoff.ts";
import { ok, warn } from "./finding.ts";

/** The source of the credential: the hall was started with it, or it is in the shell of a command. */
export type CredentialSource = "hall" | "shell";

export function checkModel({ credential, baseUrl }: Handoff, asker: CredentialSource): Finding {
  if (credential === null) return asker === "hall" ? noneInHall : noneInShell;
  const name = credential.kind === "api_key" ? "ANTHROPIC_API_KEY" : "ANTHROPIC_AUTH_TOKEN";
  const where = baseUrl === null ? "" : ", with a custom ANTHROPIC_BASE_URL";
  return ok("model", asker === "hall" ? `the hall has ${name}${where}` : `${name} is set${where}`);
}

const noneInShell = warn("model", {
  detail: "no credential in this shell: only rehearsals can run",
  advice: "Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN before `guild-hall up`; or use --rehearsal.",
});

const noneInHall = warn("model", {
  detail: "the hall was started without a credential: only rehearsals can run",
  advice:
    "Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, then `guild-hall down` and `guild-hall up` from that shell.",
});
