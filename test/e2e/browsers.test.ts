// Browsers at the real hall: known after a restart, at their port alone, until somebody forgets them.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { visitText } from "../../src/rules/network/page-proof.ts";
import { runHere } from "../cli/support.ts";
import { type TestHall, TestHome } from "../harness/hall.ts";
import { createSigningBrowser, type SigningBrowser } from "../harness/page/signing-browser.ts";
import { longTest } from "../harness/long.ts";

const home = new TestHome();
let hall: TestHall;
let browser: SigningBrowser;

beforeAll(async () => {
  hall = await home.open();
  browser = await comeIn();
}, 30_000);
afterAll(() => home.dispose());

async function comeIn(): Promise<SigningBrowser> {
  const made = createSigningBrowser(hall.record.url);
  expect((await made.enter((await hall.client.browsers.newCode()).code)).status).toBe(200);
  return made;
}

const restart = async (port: string) => {
  await hall.kill("SIGKILL");
  hall = await home.open({ args: ["--port", port] });
};
const codeOf = async (answer: Response) =>
  answer.ok ? "ok" : ((await answer.json()) as { error: { code: string } }).error.code;
const status = "/api/v1/status";

test("one is known after the hall was killed, and what it signed before is worth nothing", async () => {
  const before = browser.headers({ path: status });
  const { code } = await hall.client.browsers.newCode();
  await restart(new URL(hall.record.url).port);
  const ask = (headers: Record<string, string>) => fetch(`${hall.record.url}${status}`, { headers });
  expect(await codeOf(await ask(before))).toBe("stale_visit");
  expect(await codeOf(await createSigningBrowser(hall.record.url).enter(code))).toBe("bad_code");
  expect(await codeOf(await browser.visit())).toBe("ok");
  expect(await codeOf(await browser.ask(status))).toBe("ok");
  const { keys } = JSON.parse(readFileSync(homeLayout(home.root).pageKeys, "utf8")) as { keys: object[] };
  expect(keys).toMatchObject([{ key: browser.key, userAgent: "A browser of a test" }]);
});

longTest(
  "a hall at another port does not know it: whoever holds the old port can pass nothing on",
  async () => {
    const { port } = new URL(hall.record.url);
    await restart("0");
    const challenge = Buffer.alloc(32, 1).toString("base64url");
    const asked = { port: Number(new URL(hall.record.url).port), key: browser.key, challenge };
    // The stranger's page had the browser sign for the port that the hall is at now.
    const body = { key: browser.key, challenge, signature: browser.sign(visitText(asked)) };
    const passOn = () =>
      fetch(`${hall.record.url}/api/v1/page/visits`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect(await codeOf(await passOn())).toBe("unknown_key");
    await restart(port);
    const own = { ...asked, port: Number(port) };
    body.signature = browser.sign(visitText(own));
    expect(await codeOf(await passOn())).toBe("ok"); // the control: at its own port it is known
  },
);

test("the command line lists them, forgets one, and forgets all", async () => {
  const other = await comeIn();
  const run = (...args: string[]) => runHere(["browsers", ...args], { home: home.root });
  expect((await run("list")).out).toContain("A browser of a test");
  const { browsers } = JSON.parse((await run("list", "--json")).out) as { browsers: { key: string }[] };
  expect(browsers.map(({ key }) => key).sort()).toEqual([browser.key, other.key].sort());
  expect(await run("forget")).toMatchObject({ code: 2 });
  expect((await run("forget", "ffff")).err).toContain('No browser\'s key starts with "ffff".');
  expect(await run("forget", other.key.slice(0, 8))).toMatchObject({ code: 0, err: "" });
  expect(await codeOf(await other.visit())).toBe("unknown_key");
  expect(await codeOf(await browser.visit())).toBe("ok");
  expect((await run("forget", "--all")).out).toContain("has forgotten 1 browser.");
  expect(await codeOf(await browser.ask(status))).toBe("stale_visit");
  expect((await run("list")).out).toContain("The hall knows no browser.");
});

longTest(
  "one that makes room for another, where too many are known, hears no more",
  async () => {
    const first = await comeIn();
    const stream = (await first.ask("/api/v1/events")).body?.getReader();
    await stream?.read();
    for (let more = 0; more < 100; more += 1) await comeIn();
    expect((await hall.client.browsers.list()).browsers).toHaveLength(100);
    expect(await codeOf(await first.ask(status))).toBe("stale_visit");
    for (;;) if ((await stream?.read())?.done !== false) break;
  },
  30_000,
);
