// The page's picture of the hall where a request fails, and the words of workers that would deceive.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { linkTo } from "../../scripts/page/stage-hall.ts";
import { type ManyStage, openMany } from "../../scripts/page/stage-many.ts";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { useBrowser } from "../harness/page/page.ts";
import { longTest } from "../harness/long.ts";

describe.skipIf(isWithoutBrowser)("the page", () => {
  const browser = useBrowser();
  let stage: ManyStage;
  beforeAll(async () => {
    stage = await openMany({ count: 5 });
  });
  afterAll(() => stage.close());

  longTest("asks again for a list that it did not get while the stream stood", async () => {
    const page = await (await browser.newContext()).newPage();
    let asked = 0;
    await page.route("**/api/v1/commissions?**", async (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.continue();
    });
    await page.goto(await linkTo(stage.hall, "/commissions"));
    await page.getByText(/^\d commissions$/).waitFor();
    expect(asked).toBeGreaterThan(1);
  });

  test("shows where a link goes whatever its title says, and lends its own looks to nobody", async () => {
    const content =
      '[safe](https://evil.example "https://good.example")\n\n<span class="unseen seal">word</span>\n\n```js\n1\n```\n';
    const place = { scope: memoryScope.parse("global"), key: memoryKey.parse("links") };
    await stage.hall.client.memory.write(place, { content });
    const page = await (await browser.newContext()).newPage();
    await page.goto(await linkTo(stage.hall, "/memory/global/links"));
    const link = page.getByRole("link", { name: "safe" });
    await link.waitFor();
    expect(await link.getAttribute("title")).toBe("https://evil.example/");
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await link.getAttribute("rel")).toContain("noopener");
    expect(await page.getByText("word", { exact: true }).getAttribute("class")).toBeNull();
    expect(await page.locator("pre code").getAttribute("class")).toBe("language-js");
  });
});
