// A project is added on the page with what a person takes of the proposed settings, by keyboard alone.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { projectName } from "../../../src/contract/home/ids.ts";
import { makeRepository } from "../../harness/git/repositories.ts";
import { TestHome, type TestHall } from "../../harness/hall.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { useBrowser } from "../../harness/page/page.ts";

const files = {
  "package.json": JSON.stringify({ scripts: { test: "node --test" }, dependencies: { ms: "2" } }),
  "package-lock.json": "{}",
  ".npmrc": "registry=https://npm.example.org/\n",
  ".env.example": "TOKEN=\n",
};

describe.skipIf(isWithoutBrowser)("the proposed settings", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  beforeAll(async () => {
    hall = await home.open();
  });
  afterAll(() => home.dispose());

  test("are shown with their reasons, left out, edited and written by keyboard", async () => {
    const acme = projectName.parse("acme");
    const page = await browser.openPage(hall, "/projects");
    await page.getByText("There are no projects yet.").waitFor();
    await page.keyboard.press("a");
    await page.getByLabel("Name").fill(acme);
    await page.getByLabel(/Path of your checkout/).fill(makeRepository(files));
    await page.keyboard.press("Enter");
    await page.getByText("package-lock.json says which packages to install").waitFor();
    const ticks = page.getByRole("checkbox", { name: /^Write the / });
    expect(await ticks.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).checked))).toEqual([
      true,
      true,
      true,
      false,
    ]);

    // The host is the second line: without it the set-up has no network, and the page says so.
    await ticks.nth(1).focus();
    await page.keyboard.press("Space");
    await page.getByText(/the set-up runs without the network/).waitFor();
    await page.keyboard.press("Space");
    await page.getByText(/the set-up runs without the network/).waitFor({ state: "detached" });

    const check = page.getByLabel("Check: npm test");
    await check.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("npm test -- --bail");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "acme" }).waitFor();
    const { config } = await hall.client.config();
    expect(config.projects[acme]).toMatchObject({
      setup: { command: "npm ci", network: true },
      network: { allow: ["npm.example.org"] },
      checks: [{ command: "npm test -- --bail" }],
      copy: [],
    });
  }, 60_000);
});
