// A hostile page in the same browser as the hall's: it reads nothing and changes nothing. Each attack is carried out on a
// hall without its guard too, where it succeeds.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { useBrowser } from "../../harness/page/page.ts";
import { serveApp, type ServedApp, token } from "../../harness/served-app.ts";
import { serveUnguarded } from "../../harness/unguarded.ts";
import { type Attack, attacks } from "./attacks.ts";
import { firstOf, longTest } from "../../harness/long.ts";

/** Names of the attacker's, which lead to this machine. */
const rules = "MAP evil.test 127.0.0.1,MAP rebound.test 127.0.0.2";

describe.skipIf(isWithoutBrowser)("a hostile page", () => {
  const browser = useBrowser([`--host-resolver-rules=${rules}`]);
  const place = mkdtempSync(join(tmpdir(), "guild-hall-test-"));
  let served: ServedApp;
  let unguarded: ReturnType<typeof serveUnguarded>;
  const attacker = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response("<!doctype html><title>Evil</title>", { headers: { "content-type": "text/html" } }),
  });

  beforeAll(() => layPage(place));
  beforeEach(() => {
    served = serveApp({ page: place });
    served.hall.add("A secret plan");
    unguarded = serveUnguarded(served);
  });
  afterEach(async () => {
    await unguarded.stop();
    await served.stop();
  });
  afterAll(async () => {
    await attacker.stop(true);
    rmSync(place, { recursive: true, force: true });
  });

  /** A page of the attacker's, in a browser in which the person has the hall's page open too. */
  async function lure(origin: string): Promise<Page> {
    const context = await browser.newContext();
    const own = await context.newPage();
    await own.goto(served.url);
    const page = await context.newPage();
    await page.goto(origin);
    return page;
  }

  const origins: [string, string][] = [
    ["another site", `http://evil.test:${attacker.port}/`],
    ["another loopback port", `http://127.0.0.1:${attacker.port}/`],
  ];
  test.each(firstOf(origins, 1))(
    `on %s gets nothing by ${attacks.length} attacks, each of which succeeds without the guard`,
    async (_, origin) => {
      const page = await lure(origin);
      for (const attack of attacks) {
        expect(await outcome(attack, { page, origin, target: served.url })).toEqual([attack.name, "", []]);
        const [, got, calls] = await outcome(attack, { page, origin, target: unguarded.url });
        const succeeds = attack.wants === "to read" ? got !== "" : calls.includes("create");
        expect([attack.name, succeeds]).toEqual([attack.name, true]);
      }
      // What the browser itself refused, beside the hall.
      for (const error of browser.takeErrors()) expect(error).toContain("frame-ancestors 'none'");
    },
  );

  /** What it got hold of, and what it had the hall do. */
  async function outcome(
    { name, carryOut }: Attack,
    { page, origin, target }: { page: Page; origin: string; target: string },
  ): Promise<[name: string, got: string, calls: string[]]> {
    const before = served.hall.calls.length;
    await page.goto(origin);
    const got = await carryOut(page, target);
    return [name, got, served.hall.calls.slice(before)];
  }

  test("gets nothing by a name that was rebound to the hall, and does without the guard", async () => {
    const outcomes = [];
    for (const { port } of [served, unguarded]) {
      const rebound = serveRebound(port);
      const page = await (await browser.newContext()).newPage();
      await page.goto(`http://rebound.test:${port}/evil`);
      const before = served.hall.calls.length;
      const read = await page.evaluate(async (secret) => {
        const init = { headers: { authorization: `Bearer ${secret}` } };
        const answers = await Promise.all([fetch("/api/v1/commissions", init), fetch("/")]);
        return Promise.all(answers.map((answer) => answer.text()));
      }, token);
      const got = read.map((text) => /A secret plan|<title>Guild Hall/.test(text));
      outcomes.push({ got, calls: served.hall.calls.length - before });
      await rebound.stop(true);
    }
    expect(outcomes).toEqual([
      { got: [false, false], calls: 0 },
      { got: [true, true], calls: 1 },
    ]);
  });

  longTest("may lead a person to the page, who is then alone with it", async () => {
    const page = await lure(origins[0]?.[1] ?? "");
    await page.evaluate((url) => location.assign(url), `${served.url}/commissions`);
    await page.waitForURL(`${served.url}/commissions`);
    expect(await page.title()).toBe("Guild Hall");
    expect(await page.evaluate(() => [window.opener, sessionStorage.length])).toEqual([null, 0]);
    expect(served.hall.calls).toEqual([]);
  });
});

/** A name that leads to the attacker while the page is loaded, and then to whatever listens on this port of loopback. The
 * browser believes that it is one origin, and says its name to both. */
function serveRebound(port: number) {
  return Bun.serve({
    hostname: "127.0.0.2",
    port,
    fetch: ({ url, headers }) => {
      const { pathname } = new URL(url);
      if (pathname === "/evil") return new Response("<p>Evil", { headers: { "content-type": "text/html" } });
      return fetch(`http://127.0.0.1:${port}${pathname}`, { headers });
    },
  });
}

function layPage(place: string): void {
  mkdirSync(join(place, "assets"));
  writeFileSync(join(place, "index.html"), "<!doctype html><title>Guild Hall</title>");
  writeFileSync(join(place, "icon.svg"), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  writeFileSync(join(place, "assets", "app-1a2b.js"), "globalThis.hall = 'here';");
  writeFileSync(join(place, "assets", "app-1a2b.css"), "p { color: red }");
}
