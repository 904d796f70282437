// Payloads as words of a worker: no script runs and no stranger is asked, with both defences, and with each of them
// alone. Without a defence many of them work, so the payloads are alive. The long run has all of them.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import type { HallRecord } from "../../../src/contract/home/hall-record.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { TestHome, type TestHall } from "../../harness/hall.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { linkTo, useBrowser } from "../../harness/page/page.ts";
import { createRelay } from "../../harness/page/relay.ts";
import { layStrangeWords } from "./strange-words.ts";
import { payloads } from "./xss-payloads.ts";
import { everyNth, firstOf } from "../../harness/long.ts";

/** These shares of the payloads at least run without a defence, ask a stranger, and are refused by the policy. */
const live = { run: 0.23, ask: 0.06, refused: 0.23 };

describe.skipIf(isWithoutBrowser)("payloads", () => {
  const browser = useBrowser();
  const home = new TestHome();
  const asked: string[] = [];
  const stranger = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      asked.push(request.url);
      return new Response(";");
    },
  });
  const all = payloads(`http://127.0.0.1:${stranger.port}`);
  const words = everyNth(all, 7);
  let hall: TestHall;
  let id: CommissionId;
  let bare: ReturnType<typeof serveWithoutPolicy>;

  beforeAll(async () => {
    id = await layStrangeWords(home.root, words);
    hall = await home.open();
    bare = serveWithoutPolicy(hall.record);
  });
  afterAll(async () => {
    await bare.stop(true);
    await stranger.stop(true);
    await home.dispose();
  });

  test("are alive: without any defence many of them run or ask", async () => {
    expect(all.length).toBeGreaterThanOrEqual(100);
    asked.length = 0;
    const ran = await showRaw(await browser.newContext(), { words, policy: null });
    browser.takeErrors();
    expect(ran).toBeGreaterThan(live.run * words.length);
    expect(asked.length).toBeGreaterThan(live.ask * words.length);
  }, 60_000);

  test("do nothing where only the policy stands, and they are the page itself", async () => {
    asked.length = 0;
    const { headers } = await fetch(hall.record.url);
    const ran = await showRaw(await browser.newContext(), {
      // No policy has a word for where a page goes by itself. A page that takes words as markup does not come to that:
      // see the next test.
      words: words.filter((word) => !word.startsWith('<meta http-equiv="refresh" content="0;url=http')),
      policy: headers.get("content-security-policy"),
    });
    // What was refused is what was tried.
    expect(browser.takeErrors().length).toBeGreaterThan(live.refused * words.length);
    expect({ ran, asked }).toEqual({ ran: 0, asked: [] });
  }, 60_000);

  test("do nothing where only the policy stands, and the page takes them as markup", async () => {
    asked.length = 0;
    const page = await browser.openPage(hall, "/doctor");
    const taken = await page.evaluate((all) => {
      const place = document.body.appendChild(document.createElement("div"));
      return all.filter((word) => {
        try {
          place.innerHTML = word;
          return true;
        } catch {
          return false; // refused, as it should be
        }
      });
    }, words);
    expect(browser.takeErrors().length).toBeGreaterThan(live.refused * words.length);
    expect({ taken, ran: await ranIn(page), asked }).toEqual({ taken: [], ran: 0, asked: [] });
  }, 60_000);

  test("do nothing on the page where only the sanitiser stands", async () => {
    asked.length = 0;
    const page = await (await browser.newContext()).newPage();
    await page.goto(await linkTo({ record: { ...hall.record, url: bare.url.origin } }, `/commissions/${id}`));
    expect(await lookEverywhere(page)).toBe(0);
    expect(asked).toEqual([]);
  }, 60_000);

  test("do nothing on the page as it is, and nothing of them is left in it", async () => {
    asked.length = 0;
    const page = await browser.openPage(hall, `/commissions/${id}`);
    expect(await lookEverywhere(page)).toBe(0);
    for (const path of firstOf(["/", "/commissions", "/commissions?view=board"], 1)) {
      await page.goto(await linkTo(hall, path));
      await page.getByRole("heading").first().waitFor();
      await touchEverything(page);
      expect(await ranIn(page)).toBe(0);
    }
    expect(asked).toEqual([]);
    // The sanitiser parses them in a document of its own, where some are refused already.
    expect(browser.takeErrors().filter((error) => !/inline event handler/.test(error))).toEqual([]);
  }, 60_000);
});

/** Each tab of the commission that shows words, touched all over. */
async function lookEverywhere(page: Page): Promise<number> {
  let ran = 0;
  for (const tab of ["Timeline", "Result", "Checks", "Artifacts", "Ledger"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByRole("tabpanel").waitFor();
    // What is long is shown as it was written until it has been read as markdown.
    await page.locator("main [class*=written]").waitFor({ state: "detached" });
    await touchEverything(page);
    expect(await leftIn(page)).toEqual([]);
    ran += await ranIn(page);
  }
  return ran;
}

/** What could do something, in the part of the page that shows words. */
function leftIn(page: Page): Promise<string[]> {
  const allowed = "href title target rel align start colspan rowspan open class lang".split(" ");
  return page.evaluate(
    (kept) =>
      [...document.querySelectorAll("main *")]
        .filter(
          (element) =>
            /^(SCRIPT|IFRAME|OBJECT|EMBED|STYLE|LINK|META|BASE|IMG|VIDEO|AUDIO)$/.test(element.tagName) ||
            element.getAttributeNames().some((name) => name.startsWith("on")) ||
            /^\s*(javascript|data|vbscript):/i.test(element.getAttribute("href") ?? "") ||
            // A name, a look or a place of its own is nothing that words may have.
            (element.closest("[class*=prose]")?.contains(element.parentElement) &&
              element.getAttributeNames().some((name) => !kept.includes(name))),
        )
        .map((element) => element.outerHTML.slice(0, 200)),
    allowed,
  );
}

/** Every payload in a page of its own, put there by the parser itself: nothing is taken out of it. */
async function showRaw(
  context: BrowserContext,
  { words, policy }: { words: readonly string[]; policy: string | null },
) {
  const headers = {
    "content-type": "text/html",
    ...(policy !== null && { "content-security-policy": policy }),
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => new Response(words[Number(new URL(url).pathname.slice(1))] ?? "", { headers }),
  });
  const page = await context.newPage();
  let ran = 0;
  for (let i = 0; i < words.length; i += 1) {
    // Some lead away from the page while it loads: that is theirs to try.
    await page.goto(`${server.url.origin}/${i}`, { waitUntil: "load" }).catch(() => undefined);
    await touchEverything(page).catch(() => undefined);
    ran += await ranIn(page).catch(() => 0);
  }
  await page.close();
  await server.stop(true);
  return ran;
}

function serveWithoutPolicy(record: HallRecord) {
  const relay = createRelay(record, () => server.port ?? 0);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const entered = await relay.answer(request);
      if (entered) return entered;
      const { pathname, search } = new URL(request.url);
      const headers = relay.headersFor(request);
      const answer = await fetch(`${record.url}${pathname}${search}`, { method: request.method, headers });
      const own = new Headers(answer.headers);
      own.delete("content-security-policy");
      return new Response(answer.body, { status: answer.status, headers: own });
    },
  });
  return server;
}

/** As a restless person does: over everything, into everything, onto everything that would not lead off the page. */
function touchEverything(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (const element of document.querySelectorAll("body *")) {
      for (const type of ["mouseover", "pointerover", "focus", "toggle", "load", "error"])
        element.dispatchEvent(new Event(type));
      const isOwn = element.closest("nav, header, [role=tablist]") !== null;
      const leadsAway = element instanceof HTMLAnchorElement && /^https?:/.test(element.href);
      if (
        element instanceof HTMLElement &&
        !isOwn &&
        !leadsAway &&
        element.closest("[role=tabpanel], body") !== null
      )
        if (element.matches("a, p, area, form button") && !element.matches("[aria-disabled]"))
          element.click();
    }
    await new Promise((done) => setTimeout(done, 10));
  });
}

function ranIn(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as { ran?: number }).ran ?? 0);
}
