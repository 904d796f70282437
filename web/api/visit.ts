// Lets the page and the hall prove themselves to each other, which begins a visit, and signs every request of that
// visit. Until the hall has proven itself, and again after an outage, the page sends only a greeting to the program at
// the hall's address.
import type { Entered, VisitBegun } from "../../src/contract/api/page-keys.ts";
import { afreshPath } from "../../src/rules/network/page-link.ts";
import {
  admitText,
  enterText,
  requestText,
  visitText,
  welcomeText,
} from "../../src/rules/network/page-proof.ts";
import { isKeyAway, keepKey, type KeptKey, putKeyAway, readKey } from "./key-store.ts";
import { type Code, codeWasUsed, isOldLink, linkedCode } from "./link.ts";
import { HallProblem, isHallProblem, problemOf, unreachable } from "./problem.ts";
import { canProve, isProven, isSigned, makePair, newChallenge, prove, sha256, sign } from "./proofs.ts";
import { table } from "virtual:routes";

interface Visit {
  nonce: string;
  privateKey: CryptoKey;
  /** How many requests of this visit were signed. */
  count: number;
}

export interface SignedRequestInit {
  method: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | null;
  signal: AbortSignal | null;
}

/** Why the page is not let in. */
export type OutsideFor = "new" | "put-away" | "unknown" | "used-link" | "old-link" | "no-proofs";

let current: Promise<Visit> | null = null;
let latest: Visit | null = null;
let isLost = false;
let isStrange = false;
/** True if the link that led here carried a code that is not valid. */
let isLinkUsed = false;
let outsideFor: OutsideFor = "new";

export function whyOutside(): OutsideFor {
  return outsideFor;
}

/** Returns whether another program answers at the hall's address. */
export function isStrangerThere(): boolean {
  return isStrange;
}

/** Sends one signed request. If the hall has restarted and does not know the visit, signs and sends it once more. */
export async function ask(path: string, asked: SignedRequestInit): Promise<Response> {
  const visit = await visitNow();
  const answer = await send(visit, path, asked);
  if (answer.status !== 401 || (await codeOf(answer)) !== "stale_visit") return answer;
  leave(visit);
  return send(await visitNow(), path, asked);
}

/** Called when a request to the hall failed: the hall must prove itself again before the page sends another request. */
export function hallWasLost(): void {
  isLost = true;
  current = null;
}

/**
 * Called before code is loaded, since code that another program serves at the hall's address must not run. Resolves at
 * once unless the hall was lost; then it waits until the hall proves itself, and rejects if it does not.
 */
export async function hallIsProven(): Promise<void> {
  if (isLost) await visitNow();
}

const againMs = 1000;

/** Loads code on demand; waits while the hall is away. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const isProven = await hallIsProven().then(
      () => true,
      () => false,
    );
    if (isProven) return load();
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

/** Signs in with a code that a person pasted. Throws if the code is not valid. */
export async function comeIn(code: Code): Promise<void> {
  await enter(code);
  await readKey(); // waits until the key is stored
}

/** Returns whether a page that was not let in would be let in after a reload. */
export async function isKnownNow(): Promise<boolean> {
  const reason = outsideFor;
  try {
    if ((await readKey()) === null) return false;
    await visitNow();
    return true;
  } catch {
    return false;
  } finally {
    outsideFor = reason; // the reason that is shown must not change
  }
}

/** How many requests are being signed. */
let unsent = 0;
const first = Promise.withResolvers<void>();

/**
 * Resolves when the page has signed and sent its first requests, or could not be let in. start.ts waits for
 * this before it sets up React, because a page that runs a long script can neither greet the hall nor sign.
 */
export const firstRequestsSent: Promise<void> = first.promise;

function visitNow(): Promise<Visit> {
  if (current !== null) return current;
  const beginning = begin().then(
    (visit) => {
      latest = visit;
      isLost = false;
      isStrange = false;
      return visit;
    },
    (thrown: unknown) => {
      if (current === beginning) current = null;
      first.resolve();
      if (isHallProblem(thrown)) throw thrown;
      isStrange = false; // nothing answers
      throw unreachable();
    },
  );
  current = beginning;
  return beginning;
}

/** Ends the visit, unless another request has already begun the next one. */
function leave(visit: Visit): void {
  if (latest === visit) current = null;
}

async function begin(): Promise<Visit> {
  if (!canProve()) throw outside("no-proofs");
  const kept = await readKey();
  const code = linkedCode();
  if (kept === null && code === null) throw outside(whyWithoutKey());
  try {
    if (kept !== null) return await visit(kept, code);
  } catch (thrown) {
    if (!isHallProblem(thrown) || thrown.code !== "unknown_key") throw thrown;
    if (code === null) throw outside(isLinkUsed ? "used-link" : "unknown");
  }
  return enter(code as Code);
}

function whyWithoutKey(): OutsideFor {
  if (isLinkUsed) return "used-link";
  if (isKeyAway()) return "put-away";
  return isOldLink() ? "old-link" : "new";
}

async function visit(kept: KeptKey, code: Code | null): Promise<Visit> {
  try {
    const begun = await greet(kept, code);
    if (isKeyAway()) await takeKeyOut(kept); // gate.tsx reloads the page right after this
    return begun;
  } catch (thrown) {
    // A program answered, and did not prove that it is the hall.
    if (isHallProblem(thrown) && (isStrange || thrown.code === "unknown_key")) await putKeyAway(kept);
    throw thrown;
  }
}

/**
 * Stores the key again. Has the browser clear its cache before that, because the other program may have left
 * a page there that would find the key.
 */
async function takeKeyOut(kept: KeptKey): Promise<void> {
  // Browsers ignore `Clear-Site-Data` in the answer to a request without credentials.
  await fetch(afreshPath("/", kept.key), { ...plainly, credentials: "same-origin" }).catch(() => undefined);
  await keepKey(kept);
}

async function greet({ key, privateKey, hallKey }: KeptKey, code: Code | null): Promise<Visit> {
  const asked = { port: ownPort(), key, challenge: newChallenge() };
  const signature = await sign(privateKey, visitText(asked));
  const begun = await post<VisitBegun>("pageVisit", {
    key,
    challenge: asked.challenge,
    signature,
    ...(code !== null && { spends: code.id }),
  });
  const welcome = welcomeText({ ...asked, nonce: begun.nonce });
  if (!(await isSigned(hallKey, welcome, begun.signature))) throw strange();
  codeWasUsed();
  return { nonce: begun.nonce, privateKey, count: 0 };
}

async function enter({ id, secret }: Code): Promise<Visit> {
  const { privateKey, publicKey } = await makePair();
  const entering = { port: ownPort(), code: id, publicKey };
  const proof = await prove(secret, enterText(entering));
  const entered = await post<Entered>("pageEnter", { code: id, publicKey, proof }).catch(
    (thrown: unknown) => {
      if (!isHallProblem(thrown) || thrown.code !== "bad_code") throw thrown;
      isLinkUsed = true;
      codeWasUsed();
      throw outside("used-link");
    },
  );
  const { hallKey, nonce } = entered;
  if (!(await isProven(secret, admitText(entering, { hallKey, nonce }), entered.proof))) throw strange();
  codeWasUsed();
  void keepKey({ key: entered.key, privateKey, hallKey }); // later reads of the key wait for this
  return { nonce, privateKey, count: 0 };
}

const patienceMs = 20_000;

async function post<T>(route: "pageVisit" | "pageEnter", body: unknown): Promise<T> {
  const { path = "", method = "" } = table[route] ?? {};
  const response = await fetch(path, {
    ...plainly,
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!/^application\/json\b/.test(response.headers.get("content-type") ?? "")) throw strange();
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as T;
}

const plainly = { cache: "no-store", credentials: "omit", redirect: "error" } as const;

async function send(visit: Visit, path: string, asked: SignedRequestInit): Promise<Response> {
  const { method, headers, body = null, signal } = asked;
  unsent += 1;
  const authorization = await signedBy(visit, path, { method, body }).finally(() => (unsent -= 1));
  const answer = fetch(path, { ...plainly, method, headers: { ...headers, authorization }, body, signal });
  if (unsent === 0) first.resolve();
  return answer;
}

async function signedBy(
  visit: Visit,
  path: string,
  { method, body }: { method: string; body: string | Uint8Array<ArrayBuffer> | null },
): Promise<string> {
  const { pathname, search } = new URL(path, location.href);
  visit.count += 1;
  const { nonce, privateKey, count } = visit;
  const hash = await sha256(body);
  const text = requestText({ nonce, count, method, path: pathname + search, body: hash });
  return `Signed ${nonce}.${count}.${hash}.${await sign(privateKey, text)}`;
}

async function codeOf(answer: Response): Promise<string> {
  const problem = await problemOf(answer.clone());
  return problem.code;
}

function ownPort(): number {
  return Number(location.port || "80");
}

function outside(reason: OutsideFor): HallProblem {
  outsideFor = reason;
  return new HallProblem({
    code: "unknown_key",
    message: "The hall does not know this browser.",
    hint: 'Run "guild-hall open".',
  });
}

function strange(): HallProblem {
  isStrange = true;
  return new HallProblem({
    code: "unreachable",
    message: "Another program answers at the hall’s address.",
    hint: 'This page sent it only a greeting, and no secret. End that program, then run "guild-hall up".',
  });
}
