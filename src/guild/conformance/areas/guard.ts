// Tests that a guild member (an external program that takes jobs from the hall) rejects requests for a host
// other than loopback, from a foreign origin, without the secret, or with a body beyond the limit.
import { simpleList, workerLimits } from "../../../contract/member/worker-protocol.ts";
import { holds, type ConformanceCheck } from "../check.ts";
import { resultOf } from "../reply.ts";
import { onlyReply, requestOf, type Subject } from "../subject.ts";
import { brokenOff, type WireAnswer, type WireRequest } from "../wire.ts";

const body = requestOf({ method: "worker/list", params: {} });

async function isThere(member: Subject): Promise<void> {
  resultOf(onlyReply(await member.send({ body }), 1), simpleList);
}

/**
 * Checks that a request with these headers gets a 4xx status and an answer that reveals nothing about the
 * jobs.
 */
async function turnedAway(member: Subject, headers: WireRequest["headers"]): Promise<void> {
  const answer = await member.send({ body, headers: headers ?? {} });
  const named = JSON.stringify(headers);
  holds(answer.status >= 400 && answer.status < 500, `${named} is answered with status ${answer.status}.`);
  holds(!answer.text.includes('"jobs"'), `${named} is told of the jobs.`);
}

async function allTurnedAway(
  member: Subject,
  all: readonly NonNullable<WireRequest["headers"]>[],
): Promise<void> {
  for (const headers of all) await turnedAway(member, headers);
  await isThere(member);
}

const portOf = (member: Subject) => new URL(member.place().url).port;

async function foreignHosts(member: Subject): Promise<void> {
  const port = portOf(member);
  const hosts = ["evil.example", `evil.example:${port}`, `127.0.0.1.evil.example:${port}`];
  await allTurnedAway(member, hosts.map((host) => ({ host }))); // prettier-ignore
}

async function foreignOrigins(member: Subject): Promise<void> {
  const origins = ["http://evil.example", "null", `http://127.0.0.1.evil.example:${portOf(member)}`];
  await allTurnedAway(member, origins.map((origin) => ({ origin }))); // prettier-ignore
}

/** Accepts 413, or a connection that is closed while the body is still being sent. */
async function tooLarge(member: Subject): Promise<void> {
  const filler = "x".repeat(workerLimits.requestBytes + 1);
  const large = requestOf({ method: "worker/list", params: { filler } });
  const answer = await member.send({ body: large }).catch((error: unknown): WireAnswer | null => {
    if ((error as Error).message.startsWith(brokenOff)) return null;
    throw error;
  });
  if (answer !== null) holds(answer.status === 413, `It is answered with status ${answer.status}.`);
  await isThere(member);
}

export const guardChecks: readonly ConformanceCheck[] = [
  {
    id: "guard/host",
    clause: "A request for another host than this one's loopback is turned away.",
    run: foreignHosts,
  },
  { id: "guard/origin", clause: "A page of another origin is turned away.", run: foreignOrigins },
  {
    id: "guard/secret",
    clause: "Without the secret, or with another, a request is turned away.",
    needs: ["secret"],
    run: (member) =>
      allTurnedAway(member, [
        { authorization: null },
        { authorization: "Bearer wrong" },
        { authorization: `Bearer ${member.place().secret ?? ""}x` },
        { authorization: `Basic ${member.place().secret ?? ""}` },
      ]),
  },
  {
    id: "guard/large",
    clause: `A body of more than ${workerLimits.requestBytes} bytes is answered 413.`,
    run: tooLarge,
  },
];
