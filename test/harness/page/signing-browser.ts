// Does step by step what a browser does to sign in at a hall, so that a test can get each step wrong.
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { proofBy, sha256 } from "../../../src/hall/http/page/signatures.ts";
import { enterText, requestText, visitText } from "../../../src/rules/network/page-proof.ts";

export interface Signing {
  method?: string;
  path?: string;
  body?: string;
  nonce?: string;
  count?: number;
}

export interface SigningBrowser {
  publicKey: string;
  /** The browser's id at the hall, and the nonce of its latest visit, as the hall returned them. */
  key: string;
  nonce: string;
  enter(code: string, changed?: object): Promise<Response>;
  visit(changed?: object): Promise<Response>;
  sign(text: string): string;
  /** Returns the headers of a signed request. */
  headers(signing: Signing): Record<string, string>;
  ask(path: string, init?: { method?: string; body?: string }): Promise<Response>;
}

/** Creates a browser for the hall at this address. */
export function createSigningBrowser(url: string): SigningBrowser {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicKey = pair.publicKey
    .export({ format: "der", type: "spki" })
    .subarray(-65)
    .toString("base64url");
  const port = Number(new URL(url).port);
  let count = 0;
  const signed = (text: string) =>
    sign("sha256", Buffer.from(text), { key: pair.privateKey, dsaEncoding: "ieee-p1363" }).toString(
      "base64url",
    );
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "A browser of a test" },
      body: JSON.stringify(body),
    });
  const learn = async (answer: Response) => {
    const told = (await answer.clone().json()) as { key?: string; nonce?: string };
    browser.key = told.key ?? browser.key;
    browser.nonce = told.nonce ?? browser.nonce;
    return answer;
  };
  const browser: SigningBrowser = {
    publicKey,
    key: "",
    nonce: "",
    enter: async (code, changed = {}) => {
      const [id = "", secret = ""] = code.split(".");
      const proof = proofBy(secret, enterText({ port, code: id, publicKey }));
      return learn(await post("/api/v1/page/keys", { code: id, publicKey, proof, ...changed }));
    },
    visit: async (changed = {}) => {
      const challenge = randomBytes(32).toString("base64url");
      const signature = signed(visitText({ port, key: browser.key, challenge }));
      return learn(await post("/api/v1/page/visits", { key: browser.key, challenge, signature, ...changed }));
    },
    sign: signed,
    headers: (signing) => {
      const { method = "GET", path = "/", body = "", nonce = browser.nonce } = signing;
      const own = signing.count ?? (count += 1);
      const hash = sha256(body);
      const text = requestText({ nonce, count: own, method, path, body: hash });
      return { authorization: `Signed ${nonce}.${own}.${hash}.${signed(text)}` };
    },
    ask: (path, { method = "GET", body } = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          ...browser.headers({ method, path, ...(body !== undefined && { body }) }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body }),
      }),
  };
  return browser;
}
