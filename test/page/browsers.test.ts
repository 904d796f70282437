// The key of a browser, in real Chromium: it lasts for tabs, bookmarks and restarts, and a stranger who takes the hall's
// port is sent nothing that opens the next hall.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { runHere } from "../cli/support.ts";
import { isWithoutBrowser } from "../harness/browser.ts";
import { type TestHall, TestHome, until } from "../harness/hall.ts";
import { linkTo, useBrowser } from "../harness/page.ts";
import { type Heard, takePort, wordsOf } from "./stranger.ts";
import { beginVisit, hasKey, signRead, strangeWorker, takeKey } from "./stranger-page.ts";

describe.skipIf(isWithoutBrowser)("a browser that the hall knows", () => {
  const browser = useBrowser();
  let home: TestHome;
  let hall: TestHall;
  let port: number;
  beforeEach(async () => {
    home = new TestHome();
    hall = await home.open();
    port = Number(new URL(hall.record.url).port);
  });
  afterEach(() => home.dispose());

  const inside = (page: Page) => page.getByRole("heading", { level: 1, name: "Nothing needs you" }).waitFor();
  const gate = (page: Page, says: string) => page.getByRole("heading", { level: 1, name: says }).waitFor();
  const comeBack = async () => (hall = await home.open({ args: ["--port", String(port)] }));
  const tokenOf = () => readFileSync(hall.record.tokenFile, "utf8").trim();

  async function open(context: BrowserContext, address: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(address);
    return page;
  }

  /** What the hall answers to exactly this. */
  async function replay({ method, path, headers, body }: Heard): Promise<Response> {
    const { connection: _, "content-length": __, ...rest } = headers;
    const sent = { method, headers: rest, ...(method === "POST" && { body }) };
    return fetch(`${hall.record.url}${path}`, sent);
  }

  /** Whether anything in there opens a door: sent again as it is, its proof on other requests, its words as a token. */
  async function opens(heard: readonly Heard[]): Promise<string[]> {
    const found: string[] = [];
    for (const each of heard.filter(({ path }) => path.startsWith("/api/"))) {
      const answer = await replay(each);
      // To begin a visit is worth nothing without the key that signs in it.
      if (answer.ok && each.path !== "/api/v1/page/visits") found.push(`${each.method} ${each.path}`);
      for (const path of ["/api/v1/status", "/api/v1/commissions", "/api/v1/page/keys"])
        if ((await replay({ ...each, method: "GET", path, body: "" })).ok) found.push(`GET ${path}`);
      for (const word of wordsOf(each)) if (await isToken(word)) found.push("a token");
    }
    return found;
  }

  async function isToken(word: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${word}` };
    return (await fetch(`${hall.record.url}/api/v1/status`, { headers })).ok;
  }

  const ways: [string, (heard: Heard) => Response][] = [
    ["answers nothing", () => new Response("nothing", { status: 404 })],
    ["says yes to everything", () => Response.json({ nonce: "n".repeat(43), signature: "s".repeat(86) })],
    [
      "says that the run is another",
      () => Response.json({ error: { code: "stale_visit", message: "Again.", hint: "" } }, { status: 401 }),
    ],
    [
      "says that it knows nobody",
      () => Response.json({ error: { code: "unknown_key", message: "Who?", hint: "" } }, { status: 401 }),
    ],
  ];
  test.each(ways)(
    "sends a stranger who %s nothing that opens the next hall",
    async (_, answer) => {
      const context = await browser.newContext();
      const page = await open(context, await linkTo(hall, "/"));
      await inside(page);
      const writing = await open(context, `${hall.record.url}/new`);
      await writing.getByRole("textbox", { name: "Task" }).fill("A secret plan");
      await hall.kill("SIGKILL");
      const stranger = await takePort(port, answer);
      await until("the stranger is asked", () => stranger.heard.length >= 4);
      // A person goes on as if nothing were: with the keyboard, since a gate may stand there by now.
      await page.bringToFront();
      for (const keys of ["gw", "gp", "gm", "gd"]) await page.keyboard.type(keys);
      await writing.bringToFront();
      await writing.keyboard.press("Control+Enter");
      await until("the stranger is asked more", () => stranger.heard.length >= 8);
      await stranger.stop();
      const { heard } = stranger;
      await comeBack();
      expect(await opens(heard)).toEqual([]);
      // It is told neither what a person wrote nor what they look at: only that a browser asks who it is. (The icon is
      // asked for by the browser itself.)
      const said = heard.map(({ method, path }) => `${method} ${path}`);
      const told = [...new Set(said.filter((each) => each !== "GET /icon.svg"))];
      expect(told).toEqual(["POST /api/v1/page/visits"]);
      expect(JSON.stringify(heard)).not.toContain("A secret plan");
      expect(JSON.stringify(heard)).not.toContain(tokenOf());
      await page.goto(hall.record.url);
      await inside(page);
      browser.takeErrors();
    },
    60_000,
  );

  test("the control: a page that sends the token, as it once did, opens the next hall to a stranger", async () => {
    const page = await browser.openPage(hall);
    await inside(page);
    await page.evaluate((token) => {
      const headers = { authorization: `Bearer ${token}` };
      setInterval(() => void fetch("/api/v1/status", { headers }).catch(() => undefined), 50);
    }, tokenOf());
    await hall.kill("SIGKILL");
    const stranger = await takePort(port);
    await until("it is asked", () => stranger.heard.some(({ path }) => path === "/api/v1/status"));
    await stranger.stop();
    await comeBack();
    expect(await opens(stranger.heard)).toContain("GET /api/v1/status");
    expect(await opens(stranger.heard)).toContain("a token");
  }, 60_000);

  test("says that another program answers in the hall’s place, and goes on when the hall is back", async () => {
    const page = await browser.openPage(hall);
    await inside(page);
    const began = await page.evaluate(() => performance.timeOrigin);
    await hall.kill("SIGKILL");
    const stranger = await takePort(port, () =>
      Response.json({ nonce: "n".repeat(43), signature: "s".repeat(86) }),
    );
    await page.getByText("Another program answers at the hall’s address.").waitFor();
    await stranger.stop();
    await comeBack();
    await page.getByText("Another program answers").waitFor({ state: "detached" });
    await page.getByText(/The hall has not answered for/).waitFor({ state: "detached" });
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(began);
  }, 60_000);

  test("lets a stranger’s page on its address sign, and nothing of it is good at the next hall", async () => {
    const context = await browser.newContext();
    const page = await open(context, await linkTo(hall, "/"));
    await inside(page);
    const nonce = await beginVisit(page);
    const signedHere = await signRead(page, "/api/v1/status", nonce);
    expect((await ask(signedHere)).status).toBe(200); // the control: what it signs in a visit of this hall is good
    await page.goto("about:blank"); // no page of the hall's is open that would notice the stranger
    await hall.kill("SIGKILL");
    const stranger = await takePort(port, ({ path }) =>
      path === "/"
        ? new Response("<!doctype html><title>Mine</title>", { headers: { "content-type": "text/html" } })
        : new Response(null, { status: 404 }),
    );
    await page.goto(hall.record.url);
    expect(await page.title()).toBe("Mine");
    expect(await takeKey(page)).toEqual({ extractable: false, exported: "InvalidAccessError" });
    const nonces = [nonce, "A".repeat(43), "0".repeat(43)];
    const made = await Promise.all(nonces.map((each) => signRead(page, "/api/v1/status", each)));
    await page.close();
    await stranger.stop();
    await comeBack();
    for (const each of [signedHere, ...made]) expect((await ask(each)).status).toBe(401);
    await inside(await open(context, hall.record.url));
  }, 60_000);

  const ask = (authorization: string) =>
    fetch(`${hall.record.url}/api/v1/status`, { headers: { authorization } });

  test("puts its key away when a page meets a stranger, and takes it out when the hall is back", async () => {
    const context = await browser.newContext();
    const [honest, page] = [await open(context, await linkTo(hall, "/")), await context.newPage()];
    await inside(honest);
    await hall.kill("SIGKILL");
    const stranger = await takePort(port, ({ path }) =>
      path === "/mine"
        ? new Response("<!doctype html><title>Mine</title>", { headers: { "content-type": "text/html" } })
        : new Response(null, { status: 404 }),
    );
    await honest.getByText("Another program answers at the hall’s address.").waitFor();
    await page.goto(`${hall.record.url}/mine`);
    expect(await hasKey(page)).toBe(false);
    await stranger.stop();
    await comeBack();
    await honest.getByText("Another program answers").waitFor({ state: "detached" });
    await until("it is back", () => hasKey(page)); // the control: that page would see it
    await page.goto(hall.record.url);
    await inside(page);
  }, 60_000);

  test("says why it has no key where every tab that held it is gone, and may come in again", async () => {
    const context = await browser.newContext();
    const page = await open(context, await linkTo(hall, "/"));
    await inside(page);
    await hall.kill("SIGKILL");
    const stranger = await takePort(port);
    await page.getByText("Another program answers at the hall’s address.").waitFor();
    await page.goto("about:blank");
    await stranger.stop();
    await comeBack();
    await page.goto(hall.record.url);
    await gate(page, "Another program answered at the hall’s address");
    await inside(await open(context, await linkTo(hall, "/")));
    await inside(page);
  }, 60_000);

  test("is known in every tab, by a bookmark, and after the hall was killed", async () => {
    const context = await browser.newContext();
    const first = await open(context, await linkTo(hall, "/"));
    await inside(first);
    const began = await first.evaluate(() => performance.timeOrigin);
    await inside(await open(context, hall.record.url));
    await (await open(context, `${hall.record.url}/workers`)).getByText("Researcher").first().waitFor();
    await hall.kill("SIGKILL");
    await first.getByText(/The hall has not answered for/).waitFor();
    await comeBack();
    await first.getByText(/The hall has not answered for/).waitFor({ state: "detached" });
    expect(await first.evaluate(() => performance.timeOrigin)).toBe(began);
    await inside(await open(context, hall.record.url));
    // A browser that never came in is not, and neither is one that is at another machine with the same link.
    await gate(
      await open(await browser.newContext(), hall.record.url),
      "The hall does not know this browser yet",
    );
    expect(await context.cookies()).toEqual([]);
  }, 60_000);

  test("forgets its key when its person signs out, in every tab, and may come in again", async () => {
    const context = await browser.newContext();
    const [first, second] = [await open(context, await linkTo(hall, "/")), await context.newPage()];
    await inside(first);
    await second.goto(`${hall.record.url}/doctor`);
    expect((await hall.client.browsers.list()).browsers).toHaveLength(1);
    await second.getByRole("button", { name: "Sign out" }).click();
    await gate(second, "The hall does not know this browser yet");
    await gate(first, /The hall does not know this browser/.source);
    expect((await hall.client.browsers.list()).browsers).toEqual([]);
    await gate(await open(context, hall.record.url), "The hall does not know this browser yet");
    // Tabs that stand before the gate come in when one of them does.
    const { out } = await runHere(["open", "--print"], { home: home.root });
    await inside(await open(context, out.trim()));
    await inside(first);
  }, 60_000);

  test("stands before the gate when the command line forgets it", async () => {
    const page = await browser.openPage(hall);
    await inside(page);
    await runHere(["browsers", "forget", "--all"], { home: home.root });
    await gate(page, "The hall does not know this browser any more");
  }, 60_000);

  test("is told plainly of a link that was used, and of one of an earlier release, which is sent nowhere", async () => {
    const link = await linkTo(hall, "/");
    await inside(await open(await browser.newContext(), link));
    await gate(await open(await browser.newContext(), link), "This link was used already, or is too old");
    const context = await browser.newContext();
    const sent: string[] = [];
    context.on("request", (request) =>
      sent.push(JSON.stringify([request.url(), request.headers(), request.postData()])),
    );
    const old = `${hall.record.url}/commissions#token=${tokenOf()}`;
    const page = await open(context, old);
    await gate(page, "This link is of an earlier release");
    expect(page.url()).toBe(`${hall.record.url}/commissions`);
    await page.goto("about:blank");
    await page.goto(await linkTo(hall, "/"));
    await inside(page);
    await page.goto(old);
    await page.getByText("That link is of an earlier release").first().waitFor();
    expect(sent.filter((each) => each.includes(tokenOf()))).toEqual([]);
    const kept = await page.evaluate(() => [
      ...Object.values(sessionStorage),
      ...Object.values(localStorage),
    ]);
    expect(kept.join(" ")).not.toContain(tokenOf());
  }, 60_000);

  test("keeps its key for this port alone: a page on another port of the machine finds none", async () => {
    const context = await browser.newContext();
    await inside(await open(context, await linkTo(hall, "/")));
    const other = await takePort(
      0,
      () => new Response("<p>Evil", { headers: { "content-type": "text/html" } }),
    );
    const page = await open(context, `http://127.0.0.1:${other.port}/`);
    const found = await page.evaluate(async (target) => {
      const tried = await Promise.allSettled([
        fetch(`${target}/api/v1/page/keys`),
        fetch(`${target}/api/v1/page/codes`, { method: "POST" }),
        fetch(`${target}/api/v1/page/visits`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        }),
        fetch(`${target}/api/v1/page/visits`, { method: "POST", mode: "no-cors", body: "{}" }).then(
          (answer) => answer.text(),
        ),
      ]);
      return {
        databases: (await indexedDB.databases()).map(({ name }) => name),
        read: tried.map((each) => (each.status === "fulfilled" && each.value ? "read" : "")),
        cookies: document.cookie,
      };
    }, hall.record.url);
    expect(found).toEqual({ databases: [], read: ["", "", "", ""], cookies: "" });
    await other.stop();
  }, 60_000);

  test("is led from localhost to 127.0.0.1, where the hall listens", async () => {
    const context = await browser.newContext();
    await inside(await open(context, await linkTo(hall, "/")));
    const page = await open(context, `http://localhost:${port}/commissions?view=table`);
    await page.getByRole("heading", { level: 1, name: "Commissions" }).waitFor();
    expect(page.url()).toBe(`${hall.record.url}/commissions?view=table`);
  }, 60_000);

  test("is rid of a service worker that a stranger left, once the hall is back", async () => {
    const context = await browser.newContext();
    const page = await open(context, await linkTo(hall, "/"));
    await inside(page);
    await hall.kill("SIGKILL");
    const stranger = await takePort(port, ({ path }) =>
      path === "/sw.js"
        ? new Response(strangeWorker, { headers: { "content-type": "text/javascript" } })
        : new Response("<!doctype html><title>Mine</title>", { headers: { "content-type": "text/html" } }),
    );
    await page.goto(hall.record.url);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/sw.js");
      await navigator.serviceWorker.ready;
    });
    await stranger.stop();
    // The control: it answers in the hall's place.
    await page.goto(`${hall.record.url}/workers`);
    expect(await page.title()).toBe("Still mine");
    await comeBack();
    await page.goto(hall.record.url);
    await inside(page);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    await page.goto(hall.record.url);
    await inside(page);
  }, 60_000);
});
