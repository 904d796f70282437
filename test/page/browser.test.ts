// The browser that the page's tests use: what a page does reaches the test, and nothing of it is left.
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isWithoutBrowser, startBrowser } from "../harness/page/browser.ts";
import { useBrowser } from "../harness/page/page.ts";
import { longTest } from "../harness/long.ts";

describe.skipIf(isWithoutBrowser)("a browser", () => {
  const browser = useBrowser();

  test("shows a page and says what broke in it", async () => {
    const page = await (await browser.newContext()).newPage();
    await page.setContent("<h1>Hall</h1><script>setTimeout(() => { throw new Error('broke') })</script>");
    await page.waitForFunction(() => document.readyState === "complete");
    expect(await page.getByRole("heading").textContent()).toBe("Hall");
    await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
    expect(browser.takeErrors()).toEqual([expect.stringContaining("broke")]);
  });

  longTest("keeps nothing from one context to the next", async () => {
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("") });
    const page = async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(server.url.href);
      return page;
    };
    await (await page()).evaluate(() => localStorage.setItem("a", "b"));
    expect(await (await page()).evaluate(() => localStorage.length)).toBe(0);
    await server.stop(true);
  });

  test("leaves no process and no file behind when it is closed", async () => {
    const { browser, directory, close } = await startBrowser();
    await (await browser.newPage()).goto("about:blank");
    expect(processesThatName(directory)).not.toEqual([]);
    await close();
    expect(processesThatName(directory)).toEqual([]);
    expect(existsSync(directory)).toBe(false);
  });
});

function processesThatName(text: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandLine(pid).includes(text));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended
  }
}
