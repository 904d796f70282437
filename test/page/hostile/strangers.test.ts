// A stranger takes the hall's port under a page, in real Chromium: it is sent nothing that opens the next hall.
import { describe, expect, test } from "bun:test";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { until } from "../../harness/hall.ts";
import { linkTo, useBrowser } from "../../harness/page/page.ts";
import { gate, inside, openAt, useOwnHall } from "./own-hall.ts";
import { type Heard, takePort, wordsOf } from "./stranger.ts";
import {
  beginVisit,
  countAsked,
  hasKey,
  noticed,
  signRead,
  strangeWorker,
  takeKey,
} from "./stranger-page.ts";
import { firstOf, longTest } from "../../harness/long.ts";

describe.skipIf(isWithoutBrowser)("a browser that the hall knows", () => {
  const browser = useBrowser();
  const own = useOwnHall();

  /** What the hall answers to exactly this. */
  async function replay({ method, path, headers, body }: Heard): Promise<Response> {
    const { connection: _, "content-length": __, ...rest } = headers;
    const sent = { method, headers: rest, ...(method === "POST" && { body }) };
    return fetch(`${own.hall.record.url}${path}`, sent);
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
    return (await fetch(`${own.hall.record.url}/api/v1/status`, { headers })).ok;
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
  test.each(firstOf(ways, 1))(
    "sends a stranger who %s nothing that opens the next hall",
    async (_, answer) => {
      const context = await browser.newContext();
      const page = await openAt(context, await linkTo(own.hall, "/"));
      await inside(page);
      const asks = countAsked(context);
      const writing = await openAt(context, `${own.hall.record.url}/new`);
      await writing.getByRole("textbox", { name: "Task" }).fill("A secret plan");
      // What is under way when the hall goes may reach whatever comes after it.
      await until("both pages have their answers", () => asks.areAnswered());
      await own.hall.kill("SIGKILL");
      const stranger = await takePort(own.port, answer);
      await until("the stranger is asked", () => stranger.heard.length >= 4);
      await Promise.all([page, writing].map(noticed));
      // A person goes on as if nothing were: with the keyboard, since a gate may stand there by now.
      await page.bringToFront();
      for (const keys of ["gw", "gp", "gm", "gd"]) await page.keyboard.type(keys);
      await writing.bringToFront();
      await writing.keyboard.press("Control+Enter");
      await until("the stranger is asked more", () => stranger.heard.length >= 8, 30_000);
      await stranger.stop();
      const { heard } = stranger;
      await own.comeBack();
      expect(await opens(heard)).toEqual([]);
      // It is told neither what a person wrote nor what they look at: only that a browser asks who it is. (The icon is
      // asked for by the browser itself.)
      const said = heard.map(({ method, path }) => `${method} ${path}`);
      const told = [...new Set(said.filter((each) => each !== "GET /icon.svg"))];
      expect(told).toEqual(["POST /api/v1/page/visits"]);
      expect(JSON.stringify(heard)).not.toContain("A secret plan");
      expect(JSON.stringify(heard)).not.toContain(own.token());
      await page.goto(own.hall.record.url);
      await inside(page);
      browser.takeErrors();
    },
    60_000,
  );

  longTest(
    "the control: a page that sends the token, as it once did, opens the next hall to a stranger",
    async () => {
      const page = await browser.openPage(own.hall);
      await inside(page);
      await page.evaluate((token) => {
        const headers = { authorization: `Bearer ${token}` };
        setInterval(() => void fetch("/api/v1/status", { headers }).catch(() => undefined), 50);
      }, own.token());
      await own.hall.kill("SIGKILL");
      const stranger = await takePort(own.port);
      await until("it is asked", () => stranger.heard.some(({ path }) => path === "/api/v1/status"));
      await stranger.stop();
      await own.comeBack();
      expect(await opens(stranger.heard)).toContain("GET /api/v1/status");
      expect(await opens(stranger.heard)).toContain("a token");
    },
    60_000,
  );

  longTest(
    "says that another program answers in the hall’s place, and goes on when the hall is back",
    async () => {
      const page = await browser.openPage(own.hall);
      await inside(page);
      const began = await page.evaluate(() => performance.timeOrigin);
      await own.hall.kill("SIGKILL");
      const stranger = await takePort(own.port, () =>
        Response.json({ nonce: "n".repeat(43), signature: "s".repeat(86) }),
      );
      await page.getByText("Another program answers at the hall’s address.").waitFor();
      await stranger.stop();
      await own.comeBack();
      await page.getByText("Another program answers").waitFor({ state: "detached" });
      await page.getByText(/The hall has not answered for/).waitFor({ state: "detached" });
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(began);
    },
    60_000,
  );

  longTest(
    "lets a stranger’s page on its address sign, and nothing of it is good at the next hall",
    async () => {
      const context = await browser.newContext();
      const page = await openAt(context, await linkTo(own.hall, "/"));
      await inside(page);
      const nonce = await beginVisit(page);
      const signedHere = await signRead(page, "/api/v1/status", nonce);
      expect((await ask(signedHere)).status).toBe(200); // the control: what it signs in a visit of this hall is good
      await page.goto("about:blank"); // no page of the hall's is open that would notice the stranger
      await own.hall.kill("SIGKILL");
      const stranger = await takePort(own.port, ({ path }) =>
        path === "/"
          ? new Response("<!doctype html><title>Mine</title>", { headers: { "content-type": "text/html" } })
          : new Response(null, { status: 404 }),
      );
      await page.goto(own.hall.record.url);
      expect(await page.title()).toBe("Mine");
      expect(await takeKey(page)).toEqual({ extractable: false, exported: "InvalidAccessError" });
      const nonces = [nonce, "A".repeat(43), "0".repeat(43)];
      const made = await Promise.all(nonces.map((each) => signRead(page, "/api/v1/status", each)));
      await page.close();
      await stranger.stop();
      await own.comeBack();
      for (const each of [signedHere, ...made]) expect((await ask(each)).status).toBe(401);
      await inside(await openAt(context, own.hall.record.url));
    },
    60_000,
  );

  const ask = (authorization: string) =>
    fetch(`${own.hall.record.url}/api/v1/status`, { headers: { authorization } });

  longTest(
    "puts its key away when a page meets a stranger, and takes it out when the hall is back",
    async () => {
      const context = await browser.newContext();
      const [honest, page] = [await openAt(context, await linkTo(own.hall, "/")), await context.newPage()];
      await inside(honest);
      await own.hall.kill("SIGKILL");
      const stranger = await takePort(own.port, ({ path }) =>
        path === "/mine"
          ? new Response("<!doctype html><title>Mine</title>", { headers: { "content-type": "text/html" } })
          : new Response(null, { status: 404 }),
      );
      await honest.getByText("Another program answers at the hall’s address.").waitFor();
      await page.goto(`${own.hall.record.url}/mine`);
      expect(await hasKey(page)).toBe(false);
      await stranger.stop();
      await own.comeBack();
      await honest.getByText("Another program answers").waitFor({ state: "detached" });
      await until("it is back", () => hasKey(page)); // the control: that page would see it
      await page.goto(own.hall.record.url);
      await inside(page);
    },
    60_000,
  );

  longTest(
    "says why it has no key where every tab that held it is gone, and may come in again",
    async () => {
      const context = await browser.newContext();
      const page = await openAt(context, await linkTo(own.hall, "/"));
      await inside(page);
      await own.hall.kill("SIGKILL");
      const stranger = await takePort(own.port);
      await page.getByText("Another program answers at the hall’s address.").first().waitFor();
      await page.goto("about:blank");
      await stranger.stop();
      await own.comeBack();
      await page.goto(own.hall.record.url);
      await gate(page, "Another program answered at the hall’s address");
      await inside(await openAt(context, await linkTo(own.hall, "/")));
      await inside(page);
    },
    60_000,
  );

  longTest(
    "is rid of a service worker that a stranger left, once the hall is back",
    async () => {
      const context = await browser.newContext();
      const page = await openAt(context, await linkTo(own.hall, "/"));
      await inside(page);
      await own.hall.kill("SIGKILL");
      const stranger = await takePort(own.port, ({ path }) =>
        path === "/sw.js"
          ? new Response(strangeWorker, { headers: { "content-type": "text/javascript" } })
          : new Response("<!doctype html><title>Mine</title>", { headers: { "content-type": "text/html" } }),
      );
      await page.goto(own.hall.record.url);
      await page.evaluate(async () => {
        await navigator.serviceWorker.register("/sw.js");
        await navigator.serviceWorker.ready;
      });
      await stranger.stop();
      // The control: it answers in the hall's place.
      await page.goto(`${own.hall.record.url}/workers`);
      expect(await page.title()).toBe("Still mine");
      await own.comeBack();
      await page.goto(own.hall.record.url);
      await inside(page);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
        0,
      );
      await page.goto(own.hall.record.url);
      await inside(page);
    },
    60_000,
  );
});
