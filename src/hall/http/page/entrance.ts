// Authenticates browsers. A one-time code makes a browser known to the hall, a visit proves the identity of
// each to the other, and each request of a visit is signed. Another program that takes over the hall's port
// can do nothing with what a browser sends.
import type {
  BrowserList,
  BrowsersForgotten,
  Entered,
  EnterRequest,
  PageCode,
  PageKeyId,
  VisitBegun,
  VisitRequest,
} from "../../../contract/api/page-keys.ts";
import { done, type Outcome, refuse, type Refusal } from "../../../contract/api/problem.ts";
import type { Clock } from "../../../host/clock.ts";
import {
  admitText,
  enterText,
  requestText,
  visitText,
  welcomeText,
} from "../../../rules/network/page-proof.ts";
import type { PageKeys } from "./page-keys.ts";
import { isSame, isSignedBy, proofBy } from "./signatures.ts";
import { type Codes, createCodes } from "./codes.ts";
import { createVisits, type Visit, type Visits } from "./visits.ts";

export interface EntranceDeps {
  keys: PageKeys;
  clock: Pick<Clock, "now" | "monotonic">;
  /** Returns the port of the hall. It is known only once the hall listens. */
  port(): number;
}

export interface Entrance {
  newCode(): PageCode;
  enter(asked: EnterRequest, userAgent: string): Promise<Outcome<Entered>>;
  visit(asked: VisitRequest): Outcome<VisitBegun>;
  /** Checks that a known browser signed the request in a visit of this run of the hall, and that it is not a replay. */
  admit(signed: SignedHead): AdmittedVisit | Refusal;
  browsers(): BrowserList;
  forget(key: PageKeyId): Promise<BrowsersForgotten>;
  forgetAll(): Promise<BrowsersForgotten>;
}

/** The head of a request; its body is read later. */
export interface SignedHead {
  authorization: string;
  method: string;
  /** The path with its query. */
  path: string;
}

export interface AdmittedVisit {
  ok: true;
  visit: Visit;
  /** The expected SHA-256 of the body. */
  body: string;
}

interface Parts extends EntranceDeps {
  codes: Codes;
  visits: Visits;
}

export function createEntrance(deps: EntranceDeps): Entrance {
  const parts: Parts = { ...deps, codes: createCodes(deps.clock), visits: createVisits() };
  return {
    newCode: () => parts.codes.make(),
    enter: (asked, userAgent) => enter(parts, asked, userAgent),
    visit: (asked) => visit(parts, asked),
    admit: (signed) => admit(parts, signed),
    browsers: () => ({ browsers: parts.keys.list() }),
    forget: (key) => forget(parts, [key]),
    forgetAll: () =>
      forget(
        parts,
        parts.keys.list().map(({ key }) => key),
      ),
  };
}

async function enter(
  { keys, codes, visits, port }: Parts,
  { code, publicKey, proof }: EnterRequest,
  userAgent: string,
): ReturnType<Entrance["enter"]> {
  const entering = { port: port(), code, publicKey };
  const secret = codes.find(code);
  if (secret === null || !isSame(proof, proofBy(secret, enterText(entering))))
    return refuse(
      "bad_code",
      "This link was used already, is too old, or comes from an earlier run of the hall.",
    );
  codes.spend(code); // before the first await, so that no second browser gets in with it meanwhile
  const before = keys.list();
  const key = await keys.add({ publicKey, port: port(), userAgent: plainAgent(userAgent) });
  // Ends the visits of a browser that was dropped to make room.
  for (const each of before) if (keys.find(each.key) === null) visits.end(each.key);
  if (key === null) return refuse("bad_shape", "This is not a public key.");
  const given = { hallKey: keys.hall.publicKey, nonce: visits.begin(key) };
  return done({ key, ...given, proof: proofBy(secret, admitText(entering, given)) });
}

/** Keeps only printable ASCII, because the text comes from outside and is shown in a terminal. */
function plainAgent(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "").slice(0, 300);
}

function visit(
  { keys, codes, visits, port }: Parts,
  { key, challenge, signature, spends }: VisitRequest,
): ReturnType<Entrance["visit"]> {
  const asked = { port: port(), key, challenge };
  const known = keys.find(key);
  // Without the check of the port, a program on the browser's known port could relay what the browser signs
  // to a hall at another port.
  if (known === null || known.port !== asked.port)
    return refuse("unknown_key", "The hall does not know this browser.");
  if (!isSignedBy(known.publicKey, { text: visitText(asked), signature })) return badSignature();
  if (spends !== undefined) codes.spend(spends);
  keys.notice(key);
  const nonce = visits.begin(key);
  return done({ nonce, signature: keys.hall.sign(welcomeText({ ...asked, nonce })) });
}

const signedForm = /^signed ([\w-]{43})\.([1-9]\d{0,14})\.([\w-]{43})\.([\w-]{86})$/i;

function admit(
  { keys, visits }: Parts,
  { authorization, method, path }: SignedHead,
): AdmittedVisit | Refusal {
  const [, nonce = "", count = "", body = "", signature = ""] = signedForm.exec(authorization) ?? [];
  const found = visits.find(nonce);
  const known = found && keys.find(found.key);
  if (!found || !known) return refuse("stale_visit", "This run of the hall knows no such visit.");
  const text = requestText({ nonce, count: Number(count), method, path, body });
  if (!isSignedBy(known.publicKey, { text, signature })) return badSignature();
  if (!found.isFirst(Number(count)))
    return refuse("stale_visit", "The hall has received this request already.");
  return { ok: true, visit: found, body };
}

export function badSignature(): Refusal {
  return refuse("bad_signature", "The signature of this request is wrong.");
}

async function forget({ keys, visits }: Parts, asked: readonly PageKeyId[]): Promise<BrowsersForgotten> {
  const forgotten = await keys.forget(asked);
  for (const key of forgotten) visits.end(key);
  return { forgotten };
}
