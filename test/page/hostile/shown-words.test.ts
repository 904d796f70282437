// Words of a worker as they are shown: nothing in them is hidden from whoever reads them, and links lead where they say.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { commissionLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { type TestHall, TestHome } from "../../harness/hall.ts";
import { linkTo, useBrowser } from "../../harness/page/page.ts";
import { layStrangeWords } from "./strange-words.ts";
import { firstOf, longTest } from "../../harness/long.ts";

const words = [
  "Entities: one&#8238;two &#x202e;three &rlm;four pass&ZeroWidthSpace;word a&shy;b &#xE0041;tag &#27;esc",
  'Titles: <abbr title="a&#8238;b">short</abbr>',
  "Comments: <!-- said to the model alone -->",
  "[//]: # (said behind a name)",
  "Tags: <template>said in a template</template> <style>said in a style</style>",
  "Pictures: ![said of a picture](https://pictures.example/one.png)",
  "Links: [spelt](https://hаll.example/x) [split](https://one.example@two.example/) [short](https:three.example/y) [none](https://) [here](#token=x)",
  `Depth: ${">".repeat(3000)} deep`,
  `Lists: ${"1. ".repeat(2000)} deep`,
];

/** Each would hold a page up for minutes, or for hours. */
const slow: [name: string, text: string][] = [
  ["types.cs", "A<B> ".repeat(20_000)],
  ["links.md", `${"a**b*c_d__".repeat(30_000)} end`],
  ["words.toml", "a.".repeat(50_000)],
];

/** Long, and as anybody would write it; but for the tags and the word, over which a browser would take minutes. */
const usual: [name: string, text: string, shownBy: string][] = [
  ["report.md", `# Findings\n\n${"All is **well** here.\n\n".repeat(3000)}`, "main h1:text('Findings')"],
  ["tags.md", `${"<b>".repeat(130_000)} end`, "main [class*=prose]:not([class*=written])"],
  ["word.md", `# Word\n\n${"B".repeat(200_000)}`, "main h1:text('Word')"],
  ["code.ts", 'export const word = "said";\n'.repeat(1000), "main code span:text('export')"],
];

describe.skipIf(isWithoutBrowser)("words of a worker", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  let id: CommissionId;

  beforeAll(async () => {
    id = await layStrangeWords(home.root, words);
    const { artifacts } = commissionLayout(homeLayout(home.root), id);
    mkdirSync(artifacts, { recursive: true });
    for (const [name, text] of [...slow, ...usual]) writeFileSync(join(artifacts, name), text);
    const odd = `${home.root}/packages/car\u202etographer`;
    mkdirSync(odd, { recursive: true });
    writeFileSync(`${odd}/package.json`, '{"name":"cartographer","guildHall":{}}');
    hall = await home.open();
  });
  afterAll(() => home.dispose());

  const tabs: [string, string][] = [
    ["timeline", "?tab=timeline"],
    ["result", "?tab=result"],
  ];
  test.each(firstOf(tabs, 1))("hide nothing in the %s, and their links say where they go", async (_, tab) => {
    const page = await browser.openPage(hall, `/commissions/${id}${tab}`);
    await page.getByText("said to the model alone").first().waitFor();
    const shown = await shownIn(page);
    expect(shown.match(unseen) ?? []).toEqual([]);
    for (const said of ["said behind a name", "said in a template", "said in a style", "said of a picture"])
      expect(shown).toContain(said);
    expect(await linksIn(page)).toEqual([
      ["https://pictures.example/one.png", "said of a picture"],
      ["https://xn--hll-6cd.example/x", "spelt"],
      ["https://one.example@two.example/", "split"],
      ["https://three.example/y", "short"],
    ]);
  });

  longTest("of a package or an address hide nothing either", async () => {
    const page = await browser.openPage(hall, "/workers");
    await page.getByText("car‹U+202E›tographer").first().waitFor();
    expect((await shownIn(page)).match(unseen) ?? []).toEqual([]);
    await page.goto(await linkTo(hall, "/projects/la\u202entern"));
    await page.getByText("There is no project “la‹U+202E›ntern”.").waitFor();
    expect((await shownIn(page)).match(unseen) ?? []).toEqual([]);
  });

  test("are shown as they are where they are nested too deep", async () => {
    const page = await browser.openPage(hall, `/commissions/${id}?tab=timeline`);
    await page.getByText("Depth:").first().waitFor();
    await page.goto(await linkTo(hall, `/commissions/${id}?tab=result`));
    await page.getByText("Lists:").first().waitFor();
    expect(await page.getByText("This view could not be shown").count()).toBe(0);
  });

  longTest.each(usual)("are laid out where they are long: %s", async (name, _, shownBy) => {
    const page = await browser.openPage(hall, `/commissions/${id}?tab=artifacts&file=${name}`);
    await page.locator(shownBy).first().waitFor({ state: "attached" });
  });

  test.each(firstOf(slow, 1))("hold the page up in no file: %s", async (name, text) => {
    const page = await browser.openPage(hall, `/commissions/${id}?tab=artifacts&file=${name}`);
    await page.getByText(text.slice(0, 40)).first().waitFor();
    await page.keyboard.press("1");
    await page.getByText("Entities:").first().waitFor();
  });
});

/** What turns the direction of reading, or takes no room. */
const unseen = /[\p{Default_Ignorable_Code_Point}\x00-\x08\x0e-\x1f\x7f-\x9f]/gu;

/** Also what stands in titles. */
function shownIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const view = document.querySelector("main");
    const titles = [...(view?.querySelectorAll("[title]") ?? [])].map((each) => each.getAttribute("title"));
    return [view?.textContent, ...titles].join("\n");
  });
}

/** Those that lead out, each once: where to, and its words. Title and address must agree. */
function linksIn(page: Page): Promise<string[][]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLAnchorElement>("main a[target=_blank]")];
    const shown = all.filter(({ href, title }) => href === title).map(({ title, text }) => [title, text]);
    return [...new Map(shown.map((link) => [link.join(), link])).values()];
  });
}
