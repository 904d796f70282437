// What may come in: the two paths of the Messages API, with a secret that is known. Nothing else.
import { timingSafeEqual, createHash } from "node:crypto";
import { refusal } from "./answers.ts";
import { readAsked, type Asked } from "./asked.ts";

export interface DoorDeps {
  /** Whoever answers those who present this credential; undefined: nobody knows it. */
  behind(headers: Headers): ((asked: Asked, signal: AbortSignal) => Promise<Response>) | undefined;
}

/** The API's own limit is 32 MB. */
const maxBodyBytes = 64 * 1024 * 1024;
/** Beyond it the server answers by itself, in words that claude tries again after. */
export const largestTaken = 2 * maxBodyBytes;

const messagesPath = "/v1/messages";
const countPath = "/v1/messages/count_tokens";

export async function answerAtDoor(deps: DoorDeps, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (pathname === "/" && (request.method === "GET" || request.method === "HEAD")) return new Response(null);
  if (request.method !== "POST" || (pathname !== messagesPath && pathname !== countPath)) {
    return refusal(404, "not_found_error", "The gateway knows POST /v1/messages and its count_tokens only.");
  }
  const answer = deps.behind(request.headers);
  if (answer === undefined) {
    return refusal(401, "authentication_error", "This is not a credential of this gateway.");
  }
  const body = new Uint8Array(await request.arrayBuffer());
  if (body.length > maxBodyBytes)
    return refusal(413, "request_too_large", `A request may have ${maxBodyBytes} bytes.`);
  const counting = pathname === countPath;
  const asked = readAsked({ target: pathname + search, counting, headers: request.headers, body });
  if (asked === undefined)
    return refusal(402, "invalid_request_error", "The body is not a Messages request.");
  return answer(asked, request.signal);
}

export function presents(headers: Headers, secret: string): boolean {
  const bearer = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return [headers.get("x-api-key"), bearer].some(
    (given) => typeof given === "string" && isSame(given, secret),
  );
}

/** Of the digests, so that neither content nor length shows in the time it takes. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
