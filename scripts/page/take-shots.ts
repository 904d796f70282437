// Takes the screenshots of one theme and one width, in a browser context of their own.
import { writeFileSync } from "node:fs";
import type { Browser, Page, Request } from "playwright-core";
import { shrinkPng } from "./shrink-png.ts";
import type { Shot } from "./shots.ts";

export interface Look {
  theme: "light" | "dark";
  width: number;
  height: number;
}

export const looks: readonly Look[] = (["light", "dark"] as const).flatMap((theme) => [
  { theme, width: 1440, height: 900 },
  { theme, width: 390, height: 844 },
]);

export type Place = readonly [directory: string, shown: string];

export interface Taking {
  browser: Browser;
  look: Look;
  shots: readonly Shot[];
  /** Returns the full link to a path of the page. */
  linkTo(path: string): Promise<string>;
  directory: string;
  /** Directories of this machine and the names that pictures show instead, longer paths first. */
  places: readonly Place[];
  /** Reports a problem with a picture. */
  complain(about: string): void;
}

export async function takeShots({ browser, look, shots, ...taking }: Taking): Promise<number> {
  const { theme, width, height } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: "reduce",
    deviceScaleFactor: 1,
    locale: "en-GB",
  });
  let bytes = 0;
  try {
    for (const shot of shots) {
      const file = `${shot.name}-${theme}-${width}.png`;
      const complain = (about: string) => taking.complain(`${file}: ${about}`);
      const page = await context.newPage();
      page.on("pageerror", (error) => complain(error.message));
      const picture = shrinkPng(
        await take(page, { shot, link: await taking.linkTo(shot.path), places: taking.places, complain }),
      );
      writeFileSync(`${taking.directory}/${file}`, picture);
      bytes += picture.length;
      await page.close();
    }
  } finally {
    await context.close();
  }
  return bytes;
}

const patienceMs = 10_000;

interface Sitting {
  shot: Shot;
  link: string;
  places: readonly Place[];
  complain(about: string): void;
}

async function take(page: Page, { shot, link, places, complain }: Sitting): Promise<Buffer> {
  const atRest = watchRequests(page);
  page.setDefaultTimeout(patienceMs);
  await page.goto(link);
  try {
    await page.getByText(shot.sees).filter({ visible: true }).first().waitFor();
    await shot.before?.(page);
  } catch (error) {
    complain(String(error).split("\n")[0] ?? "");
  }
  await atRest();
  await page.evaluate(nameNoMachine, places);
  const wide = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
  if (Number(wide) > 0) complain(`${String(wide)} px wider than the window`);
  return page.screenshot({ animations: "disabled", caret: "hide" });
}

/** Runs in the page: replaces this machine's directories, so that no picture names them. */
function nameNoMachine(places: readonly Place[]): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.nodeValue ?? "";
    const shown = places.reduce((said, [directory, name]) => said.replaceAll(directory, name), text);
    if (shown !== text) node.nodeValue = shown;
  }
}

const quietMs = 400;

/** Resolves when no request but the event stream was open for `quietMs`, and all fonts are loaded. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let changed = performance.now();
  const isStream = (request: Request) => new URL(request.url()).pathname.endsWith("/events");
  const note = (change: () => void) => {
    change();
    changed = performance.now();
  };
  page.on("request", (request) => isStream(request) || note(() => open.add(request)));
  page.on("requestfinished", (request) => note(() => open.delete(request)));
  page.on("requestfailed", (request) => note(() => open.delete(request)));
  return async () => {
    while (open.size > 0 || performance.now() - changed < quietMs) await Bun.sleep(50);
    await page.evaluate("document.fonts.ready.then(() => undefined)");
  };
}
