// Times the page from the inside, up to the frame in which a change is painted.
import type { Page } from "playwright-core";

/** Resolves with the milliseconds from the start of the navigation until `<main>` shows text that matches. */
export function paintedAfterStart(page: Page, wanted: string): Promise<number> {
  return page.evaluate(
    (source) =>
      new Promise<number>((resolve) => {
        const pattern = new RegExp(source);
        const look = () => {
          const isThere = pattern.test(document.querySelector("main")?.textContent ?? "");
          if (!isThere) return void requestAnimationFrame(look);
          requestAnimationFrame(() => resolve(performance.now()));
        };
        look();
      }),
    wanted,
  );
}

/** Returns, for each key, the time from the key press to the last frame that it changed. */
export async function keyToPaint(page: Page, keys: readonly string[]): Promise<number[]> {
  await page.evaluate(() => {
    const probe = { pressed: 0, painted: 0 };
    (globalThis as unknown as { probe: typeof probe }).probe = probe;
    addEventListener(
      "keydown",
      (event) => Object.assign(probe, { pressed: event.timeStamp, painted: 0 }),
      true,
    );
    // A task that is queued in a frame runs after that frame has been painted.
    new MutationObserver(() =>
      requestAnimationFrame(() => setTimeout(() => (probe.painted = performance.now()))),
    ).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  const times: number[] = [];
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(150);
    times.push(
      await page.evaluate(() => {
        const { probe } = globalThis as unknown as { probe: { pressed: number; painted: number } };
        return probe.painted === 0 ? 0 : probe.painted - probe.pressed;
      }),
    );
  }
  return times;
}

/** Returns the frame times while a list is scrolled from its top in steps. */
export function framesWhileScrolling(page: Page, selector: string): Promise<number[]> {
  return page.evaluate(
    (wanted) =>
      new Promise<number[]>((resolve, reject) => {
        const scroller = document.querySelector(wanted);
        if (!scroller) throw new Error(`nothing to scroll at ${wanted}`);
        const frames: number[] = [];
        let before = performance.now();
        const step = (now: number) => {
          frames.push(now - before);
          before = now;
          scroller.scrollTop += 900;
          if (frames.length < 180) requestAnimationFrame(step);
          else if (scroller.scrollTop > 0) resolve(frames.slice(2));
          else reject(new Error(`what is at ${wanted} does not scroll`));
        };
        requestAnimationFrame(step);
      }),
    selector,
  );
}

/** Returns a function that tells when a title first appeared in the document, by the wall clock. */
export async function watchTitles(page: Page): Promise<(title: string) => Promise<number>> {
  await page.evaluate(() => {
    const seen = new Map<string, number>();
    (globalThis as unknown as { seenTitles: typeof seen }).seenTitles = seen;
    const look = () => {
      for (const title of document.body.innerText.match(/Probe \d+/g) ?? [])
        if (!seen.has(title)) seen.set(title, Date.now());
    };
    new MutationObserver(() => requestAnimationFrame(look)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return async (title) => {
    const at = await page.waitForFunction(
      (name) => (globalThis as unknown as { seenTitles: Map<string, number> }).seenTitles.get(name),
      title,
      { timeout: 10_000 },
    );
    return (await at.jsonValue()) ?? Number.NaN;
  };
}
