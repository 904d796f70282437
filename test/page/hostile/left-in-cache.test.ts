// A stranger who had the hall's port leaves a page and scripts in the browser's cache, under the names of the hall's own.
import { describe, expect } from "bun:test";
import { readdirSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { installed } from "../../../src/host/program.ts";
import { runHere } from "../../cli/support.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { linkTo, useBrowser } from "../../harness/page/page.ts";
import { inside, openAt, useOwnHall } from "./own-hall.ts";
import { takePort } from "./stranger.ts";
import { longTest } from "../../harness/long.ts";

describe.skipIf(isWithoutBrowser)("what a stranger left in the cache", () => {
  const browser = useBrowser();
  const own = useOwnHall();

  function answered(path: string): Response {
    const keep = { "cache-control": "public, max-age=31536000, immutable" };
    if (path === "/api/v1/page/visits") return new Response(null, { status: 404 });
    return path.startsWith("/assets/")
      ? new Response("document.title = 'My script'", {
          headers: { ...keep, "content-type": "text/javascript" },
        })
      : new Response("<!doctype html><title>Mine</title>", {
          headers: { ...keep, "content-type": "text/html" },
        });
  }

  /** The hall is away, and a person loads the page of whatever answers at its address; then the hall is back. */
  async function meetStranger(context: BrowserContext, meanwhile: () => Promise<unknown>): Promise<void> {
    await own.hall.kill("SIGKILL");
    const stranger = await takePort(own.port, ({ path }) => answered(path));
    const page = await openAt(context, own.hall.record.url);
    expect(await page.title()).toBe("Mine");
    const scripts = readdirSync(installed("web/dist/assets")).filter((name) => name.endsWith(".js"));
    await page.evaluate(async (names) => {
      for (const each of names) await (await fetch(`/assets/${each}`, { cache: "reload" })).text();
    }, scripts);
    await page.close();
    await meanwhile();
    await stranger.stop();
    await own.comeBack();
  }

  const titleOf = (page: Page) => page.title();

  longTest(
    "is gone once a person comes in by a link of the command line",
    async () => {
      const context = await browser.newContext();
      const first = await openAt(context, await linkTo(own.hall, "/"));
      await inside(first);
      await first.close();
      await meetStranger(context, async () => undefined);
      // The control: the bookmark leads to it though the hall is back, and so would a link to the same address.
      expect(await titleOf(await openAt(context, own.hall.record.url))).toBe("Mine");
      expect(await titleOf(await openAt(context, await linkTo(own.hall, "/")))).toBe("Mine");
      const scripted = await openAt(context, `${own.hall.record.url}/commissions`);
      await scripted.waitForFunction(() => document.title === "My script");
      const { out } = await runHere(["open", "--print"], { home: own.home.root });
      const page = await openAt(context, out.trim());
      await inside(page);
      expect(page.url()).toBe(`${own.hall.record.url}/`);
      await inside(await openAt(context, own.hall.record.url));
      await (
        await openAt(context, `${own.hall.record.url}/commissions`)
      )
        .getByRole("heading", { level: 1, name: "Commissions" })
        .waitFor();
      browser.takeErrors();
    },
    60_000,
  );

  longTest(
    "is gone before a page that met the stranger takes its key out again",
    async () => {
      const context = await browser.newContext();
      const honest = await openAt(context, await linkTo(own.hall, "/commissions"));
      await honest.getByRole("heading", { level: 1, name: "Commissions" }).waitFor();
      await meetStranger(context, () =>
        honest.getByText("Another program answers at the hall’s address.").waitFor(),
      );
      await honest
        .getByText(/^(Another program answers|The hall has not answered)/)
        .waitFor({ state: "detached" });
      await inside(await openAt(context, own.hall.record.url));
      browser.takeErrors();
    },
    60_000,
  );
});
