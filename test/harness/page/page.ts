// Opens the page of a hall in a real browser. The browser starts on demand, serves all test files of one process and
// ends with that process; every browser context is closed after the test that opened it.
import { afterAll, afterEach } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import type { HallRecord } from "../../../src/contract/home/hall-record.ts";
import { installed } from "../../../src/host/program.ts";
import { type StartedBrowser, startBrowser } from "./browser.ts";
import { until } from "../hall.ts";

export interface TestBrowser {
  /** Opens the hall's page at a path, with a one-time code as `guild-hall open` passes it. */
  openPage(hall: { record: HallRecord }, path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens an empty browser session, which shares no storage, cookies or cache with another. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /**
   * Returns and clears the errors of this test's pages: uncaught errors, and refusals of the content security policy. A
   * test fails if errors are left at its end.
   */
  takeErrors(): string[];
}

/** The browser that is shared by all tests that need no flags of their own. */
const shared: Held = { started: undefined };

interface Held {
  started: Promise<StartedBrowser> | undefined;
}

export function useBrowser(flags: readonly string[] = []): TestBrowser {
  const held: Held = flags.length === 0 ? shared : { started: undefined };
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];
  const newContext = async (options: BrowserContextOptions = {}) => {
    const { browser } = await runningIn(held, flags);
    const context = await browser.newContext(options);
    // Shorter than the test's own limit, so that the error says what the test waited for and later tests keep the
    // browser.
    context.setDefaultTimeout(20_000);
    contexts.push(context);
    listen(context, errors);
    return context;
  };
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    const left = errors.splice(0);
    if (left.length > 0) throw new Error(`The page broke:\n${left.join("\n")}`);
  });
  afterAll(async () => {
    if (held === shared) return;
    const browser = await held.started?.catch(() => undefined);
    held.started = undefined;
    await browser?.close();
  });
  return {
    newContext,
    openPage: async (hall, path = "/", options = {}) => {
      if (!existsSync(installed("web/dist/index.html")))
        throw new Error("The page is not built: npm run build");
      const page = await (await newContext(options)).newPage();
      await page.goto(await linkTo(hall, path));
      await untilKnown(page);
      return page;
    },
    takeErrors: () => errors.splice(0),
  };
}

/** Returns the running browser. Restarts it if it crashed in another test, so that this one does not fail. */
async function runningIn(held: Held, flags: readonly string[]): Promise<StartedBrowser> {
  const starting = (held.started ??= startBrowser(flags));
  const { browser, close } = await starting;
  if (!browser.isConnected() && held.started === starting)
    held.started = close().then(() => startBrowser(flags));
  return held.started;
}

/**
 * Waits until the browser has the key by which the hall knows it; otherwise a test could close the page while the page
 * is still signing in.
 */
function untilKnown(page: Page): Promise<void> {
  // Not `waitForFunction`, which treats any promise as true.
  return until("the browser has come in", () => page.evaluate(hasKey).catch(() => false));
}

/** Runs in the page: tells whether the browser has stored its key. */
async function hasKey(): Promise<boolean> {
  if (!(await indexedDB.databases()).some(({ name }) => name === "guild-hall")) return false;
  return new Promise((resolve) => {
    const opening = indexedDB.open("guild-hall");
    opening.addEventListener("success", () => {
      const asked = opening.result.transaction("keys").objectStore("keys").get("this-browser");
      asked.addEventListener("success", () => {
        opening.result.close();
        resolve((asked.result as { privateKey?: unknown } | undefined)?.privateKey !== undefined);
      });
    });
  });
}

/** Returns a one-time link as `guild-hall open` does, but without the query that makes the browser clear its cache. */
export async function linkTo({ record }: { record: HallRecord }, path: string): Promise<string> {
  const authorization = `Bearer ${readFileSync(record.tokenFile, "utf8").trim()}`;
  const answer = await fetch(`${record.url}/api/v1/page/codes`, {
    method: "POST",
    headers: { authorization },
  });
  const { code } = (await answer.json()) as { code: string };
  return `${record.url}${path}#code=${code}`;
}

/** Saves a screenshot if GUILD_HALL_TEST_SHOTS names a directory. */
export async function shoot(page: Page, name: string): Promise<void> {
  const directory = process.env["GUILD_HALL_TEST_SHOTS"];
  if (directory === undefined || directory === "") return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: join(directory, `${name}.png`), animations: "disabled" });
}

function listen(context: BrowserContext, errors: string[]): void {
  context.on("weberror", (error) => errors.push(error.error().stack ?? error.error().message));
  context.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|requires 'Trusted/.test(message.text()))
      errors.push(message.text());
  });
}

/** Finds the dialog over the view. A toast, beside the view, is a dialog too. */
export function sheetOver(page: Page): Locator {
  return page.locator("[role=dialog]:not([aria-modal=false])");
}

/** Moves the focus with the keyboard alone, like a person without a mouse. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let presses = 0; presses < 200; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("It cannot be reached with the keyboard.");
}
