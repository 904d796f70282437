// How browsers come in at the hall's door, and what is refused: codes, visits, signatures. Each refusal differs from a
// request that is answered (the control) in one thing only.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { codeGoodMs } from "../../src/hall/http/page/codes.ts";
import { sha256 } from "../../src/hall/http/page/signatures.ts";
import { requestText } from "../../src/rules/network/page-proof.ts";
import { until } from "../harness/hall.ts";
import { serveApp, type ServedApp, token } from "../harness/served-app.ts";
import { createSigningBrowser, type Signing, type SigningBrowser } from "../harness/page/signing-browser.ts";

let served: ServedApp;
let browser: SigningBrowser;
beforeEach(async () => {
  served = serveApp();
  browser = createSigningBrowser(served.url);
});
afterEach(() => served.stop());

const newCode = async () => (await served.link("")).split("#code=")[1] ?? "";
const codeOf = async (answer: Response) =>
  answer.ok ? "ok" : ((await answer.json()) as { error: { code: string } }).error.code;

async function comeIn(): Promise<void> {
  expect(await codeOf(await browser.enter(await newCode()))).toBe("ok");
}

describe("a code", () => {
  test("makes one browser known, and no other", async () => {
    const code = await newCode();
    expect(await codeOf(await browser.enter(code))).toBe("ok");
    expect(await codeOf(await browser.ask("/api/v1/commissions"))).toBe("ok");
    expect(await codeOf(await createSigningBrowser(served.url).enter(code))).toBe("bad_code");
  });

  test("is good for ten minutes", async () => {
    const [late, inTime] = [await newCode(), await newCode()];
    served.clock.advance(codeGoodMs - 1);
    expect(await codeOf(await createSigningBrowser(served.url).enter(inTime))).toBe("ok");
    served.clock.advance(1);
    expect(await codeOf(await browser.enter(late))).toBe("bad_code");
  });

  test("dies with the hall that made it", async () => {
    const code = await newCode();
    const { port } = served;
    await served.stop();
    served = serveApp({ port });
    expect(await codeOf(await browser.enter(code))).toBe("bad_code");
    await comeIn();
  });

  test("is of no use to whoever overheard it being used: the proof is bound to one public key", async () => {
    const code = await newCode();
    const { publicKey } = createSigningBrowser(served.url);
    expect(await codeOf(await browser.enter(code, { publicKey }))).toBe("bad_code");
    expect(await codeOf(await browser.enter(code))).toBe("ok");
  });

  test("is made for the token alone: no browser makes another one known", async () => {
    await comeIn();
    const init = { method: "POST" };
    expect(await codeOf(await browser.ask("/api/v1/page/codes", init))).toBe("bad_token");
    expect(await codeOf(await fetch(`${served.url}/api/v1/page/codes`, init))).toBe("bad_token");
    expect(await codeOf(await served.ask("/api/v1/page/codes", init))).toBe("ok");
  });

  test("is made for the token alone, however a browser spells the path", async () => {
    await comeIn();
    for (const path of ["/api/v1/page/cod%65s", "/api/v1/%70age/codes", "/api/v1/page/%63%6f%64%65%73"]) {
      expect([path, await codeOf(await browser.ask(path, { method: "POST" }))]).toEqual([path, "bad_token"]);
      // The control: a path that asks for no more than a browser is the same route in any spelling.
      expect((await browser.ask(path.replace(/[^/]+$/, "k%65ys"))).status).toBe(200);
      expect((await served.ask(path, { method: "POST" })).status).toBe(200);
    }
  });

  test("that a known browser has no need of is spent by its visit", async () => {
    await comeIn();
    const code = await newCode();
    expect(await codeOf(await browser.visit({ spends: code.split(".")[0] }))).toBe("ok");
    expect(await codeOf(await createSigningBrowser(served.url).enter(code))).toBe("bad_code");
  });

  test("brings in no key that is none", async () => {
    const none = Buffer.alloc(65, 4).toString("base64url");
    for (const publicKey of [none, "short"])
      expect(await codeOf(await browser.enter(await newCode(), { publicKey }))).not.toBe("ok");
  });
});

describe("of a browser that is known", () => {
  const path = "/api/v1/commissions?limit=5";
  const body = JSON.stringify({ worker: "researcher", task: "Read." });
  beforeEach(comeIn);

  const send = async (
    to: string,
    signing: Signing & { method: string },
    sent: string | null = signing.body ?? null,
  ) =>
    codeOf(
      await fetch(`${served.url}${to}`, {
        method: signing.method,
        headers: { ...browser.headers(signing), "content-type": "application/json" },
        body: sent,
      }),
    );

  test("the control: what is sent as it was signed is answered", async () => {
    expect(await send(path, { method: "GET", path })).toBe("ok");
    expect(await send("/api/v1/commissions", { method: "POST", path: "/api/v1/commissions", body })).toBe(
      "ok",
    );
    expect(served.hall.calls).toEqual(["list", "create"]);
  });

  test("what is sent otherwise than it was signed is refused, before the hall does anything", async () => {
    const create = { method: "POST", path: "/api/v1/commissions", body };
    const other = JSON.stringify({ worker: "researcher", task: "Write." });
    const cases: [string, () => Promise<string>][] = [
      ["another path", () => send("/api/v1/status", { method: "GET", path })],
      ["another query", () => send("/api/v1/commissions?limit=6", { method: "GET", path })],
      ["no query", () => send("/api/v1/commissions", { method: "GET", path })],
      ["another body", () => send(create.path, create, other)],
      ["no body", () => send(create.path, create, null)],
      ["a body where none was signed", () => send(create.path, { ...create, body: "" }, body)],
      [
        "a body that was signed where none can be",
        () => send(path, { method: "GET", path, body: "x" }, null),
      ],
    ];
    for (const [name, told] of cases) expect([name, await told()]).toEqual([name, "bad_signature"]);
    const wrong = { ...browser.headers({ method: "DELETE", path: "/api/v1/commissions" }) };
    expect(await codeOf(await fetch(`${served.url}/api/v1/commissions`, { headers: wrong }))).toBe(
      "bad_signature",
    );
    expect(served.hall.calls).toEqual([]);
  });

  test("a request that came before is refused", async () => {
    const headers = browser.headers({ path });
    expect(await codeOf(await fetch(served.url + path, { headers }))).toBe("ok");
    expect(await codeOf(await fetch(served.url + path, { headers }))).toBe("stale_visit");
    expect(served.hall.calls).toEqual(["list"]);
  });

  test("requests may come in any order, within bounds", async () => {
    const at = async (count: number) =>
      codeOf(await fetch(served.url + path, { headers: browser.headers({ path, count }) }));
    expect([await at(900), await at(3), await at(899), await at(3), await at(900)]).toEqual([
      "ok",
      "ok",
      "ok",
      "stale_visit",
      "stale_visit",
    ]);
    expect([await at(90_000), await at(901)]).toEqual(["ok", "stale_visit"]);
  });

  test("a nonce that the hall did not make, or made for another browser, is refused", async () => {
    const other = createSigningBrowser(served.url);
    await other.enter(await newCode());
    const made = Buffer.alloc(32, 7).toString("base64url");
    expect(await send(path, { method: "GET", path, nonce: made })).toBe("stale_visit");
    expect(await send(path, { method: "GET", path, nonce: other.nonce })).toBe("bad_signature");
  });

  test("what was signed for one run of the hall is good for no other, though the browser is", async () => {
    const held = [browser.headers({ path }), browser.headers({ path })];
    expect(await codeOf(await fetch(served.url + path, { headers: held[0] ?? {} }))).toBe("ok");
    const { port } = served;
    await served.stop();
    served = serveApp({ port });
    expect(await codeOf(await fetch(served.url + path, { headers: held[1] ?? {} }))).toBe("stale_visit");
    expect(await codeOf(await served.ask(path))).toBe("ok"); // the control: the token is
  });

  test.each(["/api/v1/events", "/api/v1/event%73"])(
    "one that is forgotten is refused, and hears no more (%s)",
    async (events) => {
      const stream = await browser.ask(events);
      const reader = stream.body?.getReader();
      await reader?.read();
      await until("it listens", () => served.hall.listeners() > 0);
      const forgotten = await browser.ask(`/api/v1/page/keys/${browser.key}`, { method: "DELETE" });
      expect(await forgotten.json()).toEqual({ forgotten: [browser.key] });
      for (;;) if ((await reader?.read())?.done !== false) break;
      expect(await codeOf(await browser.ask(path))).toBe("stale_visit");
      expect(await codeOf(await browser.visit())).toBe("unknown_key");
    },
  );

  test("a visit is begun by its key alone, for this hall's port alone", async () => {
    expect(await codeOf(await browser.visit())).toBe("ok");
    expect(await codeOf(await browser.visit({ signature: browser.sign("another text") }))).toBe(
      "bad_signature",
    );
    expect(await codeOf(await browser.visit({ key: "0123456789abcdef" }))).toBe("unknown_key");
  });

  test("a proof of one kind is good for no other", async () => {
    const hash = sha256("");
    const text = requestText({ nonce: browser.nonce, count: 50, method: "GET", path, body: hash });
    const as = (signature: string) => ({ authorization: `Signed ${browser.nonce}.50.${hash}.${signature}` });
    const asVisit = browser.sign(text.replace(" request\n", " visit\n"));
    expect(await codeOf(await fetch(served.url + path, { headers: as(asVisit) }))).toBe("bad_signature");
    expect(await codeOf(await fetch(served.url + path, { headers: as(browser.sign(text)) }))).toBe("ok");
  });

  test("what is no signature at all is refused", async () => {
    const [, given = ""] = (browser.headers({ path })["authorization"] ?? "").split(" ");
    const [nonce, count, hash, signature] = given.split(".");
    for (const odd of [
      "",
      given.slice(0, -1),
      `${given}x`,
      `${nonce}.0${count}.${hash}.${signature}`,
      `${nonce}.-1.${hash}.${signature}`,
      `${nonce}.1e3.${hash}.${signature}`,
      `${nonce}.${count}.${hash}.${"A".repeat(86)}`,
      `${nonce}.${count}.${hash}`,
      token,
    ]) {
      const answer = await fetch(served.url + path, { headers: { authorization: `Signed ${odd}` } });
      expect([odd, answer.status]).toEqual([odd, 401]);
    }
    expect(
      await codeOf(await fetch(served.url + path, { headers: { authorization: `signed ${given}` } })),
    ).toBe("ok");
  });
});

test("whoever overheard a visit being begun can begin it again, and ends no tab's visit with that", async () => {
  await comeIn();
  const visit = async () => ((await (await browser.visit()).json()) as { nonce: string }).nonce;
  const asks = async (nonce: string) =>
    codeOf(
      await fetch(`${served.url}/api/v1/status`, {
        headers: browser.headers({ path: "/api/v1/status", nonce }),
      }),
    );
  const tabs = await Promise.all([visit(), visit()]);
  expect(await Promise.all(tabs.map(asks))).toEqual(["ok", "ok"]);
  const silent = await visit();
  for (let times = 0; times < 70; times += 1) await visit();
  expect(await Promise.all([...tabs, silent].map(asks))).toEqual(["ok", "ok", "stale_visit"]);
});

test("the doors that ask for no token take a few bytes", async () => {
  const long = JSON.stringify({ key: "x".repeat(5000) });
  const ask = (path: string, init: RequestInit) =>
    fetch(served.url + path, { method: "POST", headers: { "content-type": "application/json" }, ...init });
  for (const path of ["/api/v1/page/visits", "/api/v1/page/keys"]) {
    expect(await codeOf(await ask(path, { body: long }))).toBe("too_large");
    const pieces = new ReadableStream({
      start: (controller) => {
        for (const piece of [long.slice(0, 3000), long.slice(3000)]) controller.enqueue(Buffer.from(piece));
        controller.close();
      },
    });
    expect(await codeOf(await ask(path, { body: pieces }))).toBe("too_large");
    // The control: a shorter one is read.
    expect(await codeOf(await ask(path, { body: long.slice(0, 3000) }))).toBe("bad_json");
  }
});

test("the doors that ask for no token are held against pages of other origins", async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${served.url}/api/v1/page/visits`, { method: "POST", headers, body: "{}" });
  expect(await codeOf(await ask({ origin: "http://127.0.0.1:1" }))).toBe("bad_origin");
  expect(await codeOf(await ask({ "sec-fetch-site": "same-site" }))).toBe("bad_origin");
  expect(await codeOf(await ask({ "content-type": "text/plain" }))).toBe("wrong_media_type");
  for (const path of [
    "/api/v1/page/visits/",
    "/api/v1/page/./visits/x",
    "/api/v1/page/keys/0123456789abcdef",
  ])
    expect((await fetch(served.url + path, { method: "POST" })).status).toBe(401);
});
