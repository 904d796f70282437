// Forwards a request upstream. Only the credential and what belongs to the connection change; the rest of the
// head and every byte of the body go as they came.
import type { Handoff } from "../contract/handoff.ts";
import type { Send } from "../host/outbound.ts";
import { proxyFor } from "../rules/proxy.ts";
import type { Asked } from "./asked.ts";
import type { Model } from "./model.ts";

export interface ForwardDeps {
  send: Send;
  handoff: Handoff;
}

const anthropic = "https://api.anthropic.com";

const notForwarded = new Set([
  "accept-encoding",
  "authorization",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-api-key",
]);

export function createForwardModel(deps: ForwardDeps): Model {
  return {
    ask: (asked, signal) => forward(deps, asked, signal),
    billsBrokenAnswers: true,
    scrub: (text) => scrub(deps.handoff, text),
    unplayed: () => null,
  };
}

function forward({ send, handoff }: ForwardDeps, asked: Asked, signal: AbortSignal): Promise<Response> {
  const url = (handoff.baseUrl ?? anthropic).replace(/\/+$/, "") + asked.target;
  return send({
    url,
    method: "POST",
    headers: headersFor(asked.headers, handoff),
    body: asked.body,
    proxy: proxyFor(url, handoff.proxy),
    extraCaFile: handoff.extraCaFile,
    signal,
  });
}

function headersFor(came: Headers, { credential }: Handoff): Headers {
  const headers = new Headers();
  for (const [name, value] of came)
    if (!notForwarded.has(name) && !name.startsWith("x-guild-")) headers.set(name, value);
  // Compressed bytes could not be counted as they pass.
  headers.set("accept-encoding", "identity");
  if (credential?.kind === "api_key") headers.set("x-api-key", credential.secret);
  if (credential?.kind === "auth_token") headers.set("authorization", `Bearer ${credential.secret}`);
  return headers;
}

/** An error may quote the URL it was for, and an endpoint may quote the key it refused. */
function scrub({ credential }: Handoff, text: string): string {
  const hidden = credential === null ? text : text.replaceAll(credential.secret, "[credential]");
  return hidden.replace(/\/\/[^/\s@]*@/g, "//");
}
