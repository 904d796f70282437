// Every view in both themes and at both widths, held against the rules that screen readers and weak eyes live by.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { layMany } from "../../scripts/page/stage-past.ts";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import { seriousFindings } from "../harness/page/axe.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { TestHome, type TestHall } from "../harness/hall.ts";
import { useBrowser } from "../harness/page/page.ts";
import { everyNth, firstOf } from "../harness/long.ts";

const looks = [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1440 },
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
] as const;

describe.skipIf(isWithoutBrowser)("every view can be read by everybody", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  let one: string;

  beforeAll(async () => {
    await layMany(home.root, { count: 16, events: 60 });
    hall = await home.open();
    const place = { scope: memoryScope.parse("global"), key: memoryKey.parse("house-rules") };
    await hall.client.memory.write(place, { content: "# Rules\n\nAsk before you delete." });
    const [commission] = (await hall.client.list({ filter: "Read every file*" })).commissions;
    one = `/commissions/${commission?.id ?? ""}`;
  });
  afterAll(() => home.dispose());

  test.each(firstOf(looks, 1))(
    "in the $colorScheme at $width pixels",
    async ({ colorScheme, width }) => {
      const page = await browser.openPage(hall, "/", { colorScheme, viewport: { width, height: 900 } });
      const found: string[] = [];
      const places = placesTo(one);
      for (const { path, shows } of colorScheme === "light" ? places : everyNth(places, 3)) {
        await goTo(page, path);
        await page.locator("main").getByText(shows).first().waitFor({ state: "attached" });
        found.push(...(await seriousFindings(page)).map((finding) => `${path}: ${finding}`));
      }
      expect(found).toEqual([]);
    },
    90_000,
  );
});

/** Each with something that stands there once it is whole. */
function placesTo(one: string): { path: string; shows: string | RegExp }[] {
  return [
    { path: "/", shows: /need/ },
    { path: "/commissions?view=table", shows: "17 commissions" },
    { path: "/commissions?view=board", shows: "17 commissions" },
    { path: "/review", shows: "Nothing is ready for you." },
    { path: one, shows: "Evidence" },
    { path: `${one}?tab=timeline`, shows: "Acceptance checks" },
    { path: `${one}?tab=result`, shows: "Retry rules" },
    { path: `${one}?tab=checks`, shows: /check/i },
    { path: `${one}?tab=ledger`, shows: "commission.created" },
    { path: "/new", shows: "New commission" },
    { path: "/workers", shows: "researcher" },
    { path: "/workers/researcher", shows: "Its last commissions" },
    { path: "/projects", shows: "There are no projects yet." },
    { path: "/memory", shows: "house-rules" },
    { path: "/memory/global/house-rules", shows: "Ask before you delete." },
    { path: "/doctor", shows: "limits.maxTurns" },
    { path: "/nowhere", shows: "There is nothing at this address." },
  ];
}

/** Within the page, as a click does. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}
