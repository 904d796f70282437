// Forwards a request upstream with the real credential. The body is sent unchanged; only listed headers are
// kept.
import type { Handoff } from "../../contract/home/handoff.ts";
import type { Send } from "../../host/network/outbound.ts";
import { proxyFor } from "../../rules/network/proxy.ts";
import { apiVersion, isHeaderPassedOn } from "../../rules/model/request-list.ts";
import { createHide, withoutPasswords } from "../../rules/upkeep/secrets.ts";
import type { ModelRequest } from "./asked.ts";
import type { Model } from "./model.ts";

export interface ForwardDeps {
  send: Send;
  handoff: Handoff;
}

const anthropic = "https://api.anthropic.com";

export function createForwardModel(deps: ForwardDeps): Model {
  const { credential } = deps.handoff;
  const hide = credential === null ? (text: string) => text : createHide(credential.secret, "[credential]");
  return {
    ask: (asked, signal) => forward(deps, asked, signal),
    billsBrokenAnswers: true,
    // An error may quote its URL, and an endpoint may quote the key that it refused.
    scrub: (text) => withoutPasswords(hide(text)),
    unplayed: () => null,
  };
}

function forward(
  { send, handoff }: ForwardDeps,
  asked: ModelRequest,
  signal: AbortSignal,
): Promise<Response> {
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
  for (const [name, value] of came) if (isHeaderPassedOn(name)) headers.set(name, value);
  headers.set("content-type", "application/json");
  headers.set("anthropic-version", apiVersion);
  // Tokens are estimated from the bytes as they arrive, which compression would make impossible.
  headers.set("accept-encoding", "identity");
  if (credential?.kind === "api_key") headers.set("x-api-key", credential.secret);
  if (credential?.kind === "auth_token") headers.set("authorization", `Bearer ${credential.secret}`);
  return headers;
}
