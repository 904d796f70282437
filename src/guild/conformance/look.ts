// Tests an address before the conformance checks run, so that a wrong address gives one clear message instead
// of a hundred failed checks.
import { rpcCodes } from "../../contract/member/worker-protocol.ts";
import { replyOf, type Reply } from "./reply.ts";
import { brokenOff, messagesIn, send, type WireAnswer, type MemberAddress, type WireDeps } from "./wire.ts";

export interface NotThere {
  message: string;
  hint: string;
}

/**
 * Returns why the checks cannot run at this address. `null` if they can, even if the member is faulty,
 * because the checks report its faults.
 */
export async function lookAt(deps: WireDeps, place: MemberAddress): Promise<NotThere | null> {
  const first = await ask(deps, place, "worker/list").catch((error: unknown) => String(error));
  if (typeof first === "string") return first.includes(brokenOff) ? noAnswer(place) : null;
  if (first.status === 401) return wrongSecret(place);
  if (first.status === 404 && !isUnknownMethod(first)) return noEndpoint(place);
  if (!isUnknownMethod(first)) return null;
  const second = await ask(deps, place, "worker/status").catch(() => null);
  return second && isUnknownMethod(second) ? onlyTools(place) : null;
}

/** Sends one request, with the Accept header that pure MCP servers require. */
function ask(deps: WireDeps, place: MemberAddress, method: string): Promise<WireAnswer> {
  const headers = { accept: "application/json, text/event-stream" };
  return send(deps, place, {
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} }),
    headers,
  });
}

function isUnknownMethod(answer: WireAnswer): boolean {
  const reply = firstReply(answer);
  return reply !== null && "error" in reply && reply.error.code === rpcCodes.unknownMethod;
}

function firstReply(answer: WireAnswer): Reply | null {
  try {
    return replyOf(messagesIn(answer)[0]);
  } catch {
    return null;
  }
}

function noAnswer({ url }: MemberAddress): NotThere {
  return {
    message: `No program answers at ${url}.`,
    hint: "Start the member, and give the address that it prints. A hall's members have a new one at each start.",
  };
}

function wrongSecret({ url, secret }: MemberAddress): NotThere {
  const message =
    secret === null
      ? `The member at ${url} wants its secret, and none was given.`
      : `The secret that was given is not that of the member at ${url}.`;
  return { message, hint: "Give it with --secret-file FILE, or in GUILD_MEMBER_SECRET." };
}

function noEndpoint({ url }: MemberAddress): NotThere {
  return {
    message: `A server answers at ${url}, but it has no member's endpoint there.`,
    hint: "Give the whole address, as the member prints it: it ends in /mcp.",
  };
}

function onlyTools({ url }: MemberAddress): NotThere {
  return {
    message: `The member at ${url} answers, and takes no work: it knows neither worker/list nor worker/status. The kit checked only that it answers, because worker/* does not apply to it.`,
    hint: 'A member that takes work says so with "capabilities": ["worker"] in guild-member.json.',
  };
}
