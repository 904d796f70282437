// Both readers of web pages, the hall's and the researcher's own copy, lose no words of a page without saying so.
import { describe, expect, test } from "bun:test";
import { pageText as researcherText } from "../../guild-members/researcher/web/page-text.ts";
import { pageText as hallText } from "../../src/workbench/fetch/page-text.ts";

interface Words {
  text: string;
  cut: boolean;
}

const readers: [string, (page: string, type: string) => Words | null][] = [
  [
    "the hall",
    (page, type) => {
      const read = hallText({ url: "https://guild.org/", type, bytes: new TextEncoder().encode(page) });
      return read.ok ? read : null;
    },
  ],
  ["the researcher", (page, type) => researcherText(new TextEncoder().encode(page), type)],
];

const html = "text/html";
const xhtml = "application/xhtml+xml";
const xml = '<?xml version="1.0"?>';

describe.each(readers)("%s", (_name, read) => {
  test.each([
    ["an svg that closes itself", html, '<p>before <svg class="i"/> after</p><p>more</p>'],
    ["one with a bracket in a value", html, '<p>before <svg aria-label="a > b" /> after</p><p>more</p>'],
    ["math that closes itself", html, "<p>before <math/> after</p><p>more</p>"],
    ["an svg with an end tag", html, "<p>before <svg><text>no</text></svg> after</p><p>more</p>"],
    ["an svg that never ends, as it hides no HTML", html, "<p>before <svg>after</p><p>more</p>"],
    ["a template that closes itself, without an end tag", html, "before <template/> after <b>more</b>"],
    ["a script that closes itself, without an end tag", html, 'before <script src="a.js"/> after more'],
    ["a script of XHTML", xhtml, 'before <script src="a.js"/> after <script>no</script> more'],
    ["a template of XHTML", xhtml, "before <template/> after <template>no</template> more"],
    ["a title of XHTML", xhtml, "<head><title/></head><title>before</title>after more"],
    ["a script after an XML declaration", html, `${xml}before <script/> after <script>no</script> more`],
    ["a head without an end tag", html, "<head><title>before</title><body>after<header>x</header>more"],
    ["an end tag that only begins alike", html, "before <style>no</styles>no</style> after more"],
    ["an end tag with a space", html, "before <script>no</script > after more"],
  ])("reads on after %s", (_what, type, page) => {
    const words = read(page, type);
    expect(words?.cut).toBe(false);
    expect(words?.text.replace(/\s+/g, " ").replace(/[^a-z ]/g, "")).toMatch(/before ?.*after.*more/);
    expect(words?.text).not.toMatch(/\bno\b/);
  });

  test.each([
    ["a script", "before <script>if (1) lost"],
    ["a style that closes itself only in a value without quotes", "before <style media=a/>lost"],
    ["a comment", "before <!-- lost"],
    ["a quoted value", "before <a title='lost>lost"],
    ["a template", "before <template><p>lost"],
  ])("says that the rest is missing after %s that never ends", (_what, page) => {
    expect(read(page, html)).toMatchObject({ text: "before", cut: true });
  });

  test("takes a slash for nothing where HTML does, so that a script's words are not read as the page's", () => {
    const page = 'before <script src="a.js"/>hidden in every browser</script> after';
    expect(read(page, html)).toMatchObject({ text: "before after", cut: false });
    expect(read(page, xhtml)?.text).toContain("hidden");
  });
});
