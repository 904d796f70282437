// Follows redirects from a URL to a page. Each redirect is an untrusted URL and is checked like the first
// one.
import { unlessAborted } from "../../base/async/unless-aborted.ts";
import type { HallConfig } from "../../contract/home/config.ts";
import type { PageAnswer, PageRequestDeps } from "./ask.ts";
import { ask, isRedirect } from "./ask.ts";
import { checkTarget, type TargetDeps } from "./check-target.ts";

export type FollowRedirectsDeps = PageRequestDeps & TargetDeps;

export interface FollowOrder {
  url: string;
  limits: HallConfig["fetch"];
  signal: AbortSignal;
  /** Called for each requested URL and each answer, so that both are known even after a failure. */
  tell(step: { url: string; status: number | null }): void;
}

export type Followed = { ok: true; url: string; answer: PageAnswer } | { ok: false; reason: string };

export async function follow(deps: FollowRedirectsDeps, order: FollowOrder): Promise<Followed> {
  const { limits, signal, tell } = order;
  let text = order.url;
  let base: string | undefined;
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects += 1) {
    const checking = checkTarget(deps, { text, lists: limits, ...(base === undefined ? {} : { base }) });
    // A name can take long to look up, and a lookup cannot be aborted.
    const checked = await unlessAborted(checking, { signal, left: timeIsUp });
    if (!checked.ok)
      return base === undefined ? checked : { ok: false, reason: sentOn(base, checked.reason) };
    const url = checked.target.url.href;
    tell({ url, status: null });
    const answer = await ask(deps, { ...checked, maxBytes: limits.maxBytes, signal });
    tell({ url, status: answer.status });
    if (!isRedirect(answer)) return { ok: true, url, answer };
    text = asWritten(answer.headers.get("location") ?? "");
    base = url;
  }
  return { ok: false, reason: `It was redirected more than ${limits.maxRedirects} times.` };
}

/**
 * Returns the URL of a redirect as the server wrote it. Heads are read as Latin-1, but a server that does not
 * escape non-ASCII characters sends UTF-8.
 */
function asWritten(location: string): string {
  const text = Buffer.from(location, "latin1").toString("utf8");
  return text.includes("\u{fffd}") ? location : text;
}

function timeIsUp(): never {
  throw new Error("it took too long");
}

function sentOn(from: string, reason: string): string {
  return `${from} redirected it, and the redirect was refused: ${reason}`;
}
