// The key of a browser, in real Chromium: it lasts for tabs, bookmarks and restarts, until its person signs out.
import { describe, expect, test } from "bun:test";
import { runHere } from "../../cli/support.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { linkTo, useBrowser } from "../../harness/page/page.ts";
import { gate, inside, openAt, useOwnHall } from "./own-hall.ts";
import { takePort } from "./stranger.ts";
import { longTest } from "../../harness/long.ts";

describe.skipIf(isWithoutBrowser)("a browser that the hall knows", () => {
  const browser = useBrowser();
  const own = useOwnHall();

  test("is known in every tab, by a bookmark, and after the hall was killed", async () => {
    const context = await browser.newContext();
    const first = await openAt(context, await linkTo(own.hall, "/"));
    await inside(first);
    const began = await first.evaluate(() => performance.timeOrigin);
    await inside(await openAt(context, own.hall.record.url));
    await (await openAt(context, `${own.hall.record.url}/workers`)).getByText("Researcher").first().waitFor();
    await own.hall.kill("SIGKILL");
    await first.getByText(/The hall has not answered for/).waitFor();
    await own.comeBack();
    await first.getByText(/The hall has not answered for/).waitFor({ state: "detached" });
    expect(await first.evaluate(() => performance.timeOrigin)).toBe(began);
    await inside(await openAt(context, own.hall.record.url));
    // A browser that never came in is not, and neither is one that is at another machine with the same link.
    await gate(
      await openAt(await browser.newContext(), own.hall.record.url),
      "The hall does not know this browser yet",
    );
    expect(await context.cookies()).toEqual([]);
  }, 60_000);

  longTest(
    "forgets its key when its person signs out, in every tab, and may come in again",
    async () => {
      const context = await browser.newContext();
      const [first, second] = [await openAt(context, await linkTo(own.hall, "/")), await context.newPage()];
      await inside(first);
      await second.goto(`${own.hall.record.url}/doctor`);
      expect((await own.hall.client.browsers.list()).browsers).toHaveLength(1);
      await second.getByRole("button", { name: "Sign out" }).click();
      await gate(second, "The hall does not know this browser yet");
      await gate(first, /The hall does not know this browser/);
      expect((await own.hall.client.browsers.list()).browsers).toEqual([]);
      await gate(await openAt(context, own.hall.record.url), "The hall does not know this browser yet");
      // Tabs that stand before the gate come in when one of them does.
      const { out } = await runHere(["open", "--print"], { home: own.home.root });
      await inside(await openAt(context, out.trim()));
      await inside(first);
    },
    60_000,
  );

  longTest(
    "keeps the key of a tab that comes in while another, before the gate, is told that its own is not known",
    async () => {
      const context = await browser.newContext();
      const old = await openAt(context, await linkTo(own.hall, "/"));
      await inside(old);
      await runHere(["browsers", "forget", "--all"], { home: own.home.root });
      await gate(old, "The hall does not know this browser any more");
      // That tab asks now and then. Its answer is held up until the other has come in.
      const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await old.route("**/api/v1/page/visits", async (route) => {
        const answer = await route.fetch();
        asked.resolve();
        await goOn.promise;
        await route.fulfill({ response: answer });
      });
      await asked.promise;
      const next = await openAt(context, await linkTo(own.hall, "/"));
      await inside(next);
      goOn.resolve();
      await inside(old);
      await next.close();
      await old.close();
      await inside(await openAt(context, own.hall.record.url));
    },
    60_000,
  );

  longTest(
    "stands before the gate when the command line forgets it",
    async () => {
      const page = await browser.openPage(own.hall);
      await inside(page);
      await runHere(["browsers", "forget", "--all"], { home: own.home.root });
      await gate(page, "The hall does not know this browser any more");
    },
    60_000,
  );

  longTest(
    "is told plainly of a link that was used, and of one of an earlier release, which is sent nowhere",
    async () => {
      const link = await linkTo(own.hall, "/");
      await inside(await openAt(await browser.newContext(), link));
      await gate(await openAt(await browser.newContext(), link), "This link was used already, or is too old");
      const context = await browser.newContext();
      const sent: string[] = [];
      context.on("request", (request) =>
        sent.push(JSON.stringify([request.url(), request.headers(), request.postData()])),
      );
      const old = `${own.hall.record.url}/commissions#token=${own.token()}`;
      const page = await openAt(context, old);
      await gate(page, "This link is from an earlier release");
      expect(page.url()).toBe(`${own.hall.record.url}/commissions`);
      await page.goto("about:blank");
      await page.goto(await linkTo(own.hall, "/"));
      await inside(page);
      await page.goto(old);
      await page.getByText("That link is from an earlier release").first().waitFor();
      expect(sent.filter((each) => each.includes(own.token()))).toEqual([]);
      const kept = await page.evaluate(() => [
        ...Object.values(sessionStorage),
        ...Object.values(localStorage),
      ]);
      expect(kept.join(" ")).not.toContain(own.token());
    },
    60_000,
  );

  test("keeps its key for this port alone: a page on another port of the machine finds none", async () => {
    const context = await browser.newContext();
    await inside(await openAt(context, await linkTo(own.hall, "/")));
    const other = await takePort(
      0,
      () => new Response("<p>Evil", { headers: { "content-type": "text/html" } }),
    );
    const page = await openAt(context, `http://127.0.0.1:${other.port}/`);
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
    }, own.hall.record.url);
    expect(found).toEqual({ databases: [], read: ["", "", "", ""], cookies: "" });
    await other.stop();
  }, 60_000);

  longTest(
    "is led from localhost to 127.0.0.1, where the hall listens",
    async () => {
      const context = await browser.newContext();
      await inside(await openAt(context, await linkTo(own.hall, "/")));
      const page = await openAt(context, `http://localhost:${own.port}/commissions?view=table`);
      await page.getByRole("heading", { level: 1, name: "Commissions" }).waitFor();
      expect(page.url()).toBe(`${own.hall.record.url}/commissions?view=table`);
    },
    60_000,
  );
});
