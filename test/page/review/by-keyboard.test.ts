// A person without a mouse decides on finished work: accepts, sends back with comments on lines, rejects, takes over and
// undoes, at both widths, with a real hall, real git and the real claude. Whatever has the focus is in sight.
import { afterAll, beforeAll, describe, expect } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { type CommissionId, commissionId, projectName } from "../../../src/contract/home/ids.ts";
import { type TestHall, TestHome, until, untilEnded } from "../../harness/hall.ts";
import { gitIn, makeRepository } from "../../harness/git/repositories.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { sheetOver, shoot, tabTo, useBrowser } from "../../harness/page/page.ts";
import { script, submit } from "../../harness/rehearsals.ts";
import { longTest } from "../../harness/long.ts";

const paths = ["count.sh", "greet.sh", "last.sh", "verse.sh"];
const acme = projectName.parse("acme");

/** The same script plays every attempt: in each, one edit finds its text. Only those after the first have comments. */
function edits(path: string): string {
  const answer = (number: number, outcome: string, words: string) => ({
    tool: "mcp__review__answer_comment",
    input: { number, outcome, answer: words },
  });
  const edit = (old: string, next: string) => ({
    tool: "Edit",
    input: { file_path: path, old_string: old, new_string: next },
  });
  return script([
    { use: [{ tool: "Read", input: { file_path: path } }] },
    { use: [edit("echo II", "echo III")] },
    { use: [edit("echo 2", "echo II")] },
    { use: [edit("echo two", "echo 2")] },
    { use: [answer(1, "done", "It is a numeral now."), answer(2, "declined", "One is one.")] },
    submit({ summary: `${path} counts.` }),
    { say: "Done." },
  ]);
}

/** What the person presses, and where. Nothing here touches a mouse. */
interface Person {
  page: Page;
  press(...keys: string[]): Promise<void>;
  /** Moves to a row of home, or of the list, as a person does: with j and k. */
  select(id: CommissionId): Promise<void>;
  /** Tabs to something and presses Enter. */
  follow(wanted: Locator): Promise<void>;
}

function personAt(page: Page): Person {
  const inSight = async () => {
    let found = await page.evaluate(whereFocusIs);
    // A list that has just grown is laid out anew in the next frames.
    for (let tries = 0; !found.seen && tries < 40; tries += 1) found = await page.evaluate(whereFocusIs);
    expect(found).toEqual({ ...found, seen: true });
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    await inSight();
  };
  return {
    page,
    press,
    select: async (id) => {
      const wanted = page.locator(`[data-row="ready:${id}"]`);
      await wanted.waitFor();
      for (let presses = 0; presses < 20; presses += 1) {
        if (await wanted.evaluate((row) => row.contains(document.activeElement))) return;
        await press(presses < 8 ? "k" : "j");
      }
      throw new Error("The row is not reached with j and k.");
    },
    follow: async (wanted) => {
      await tabTo(page, wanted);
      await inSight();
      await page.keyboard.press("Enter");
    },
  };
}

/** Runs in the page: whether what has the focus is inside the window, and nothing lies over it. */
function whereFocusIs(): { what: string; seen: boolean } {
  const element = document.activeElement;
  if (!element || element === document.body) return { what: "nothing", seen: true };
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
  const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
  const over = document.elementFromPoint(x, y);
  // What the page says passes by itself, and may lie over a row meanwhile, but not over a field that is written in.
  const passes = over?.closest("[role=dialog][aria-modal=false]") && !element.matches("input, textarea");
  const what = `${element.outerHTML.slice(0, 160)} lies under ${over?.outerHTML.slice(0, 160)}`;
  return { what, seen: !!passes || (over !== null && (element.contains(over) || over.contains(element))) };
}

describe.skipIf(isWithoutBrowser)("by keyboard alone", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  let checkout: string;
  /** Merged work, which the second walk sends back. */
  let done: CommissionId;
  beforeAll(async () => {
    const lines = "echo one\necho two\necho three\n";
    const files = Object.fromEntries(paths.map((path) => [path, lines]));
    checkout = makeRepository(files, mkdtempSync(join(tmpdir(), "guild-hall-checkout-")));
    gitIn(checkout, "checkout", "-q", "-b", "elsewhere");
    const project = { path: checkout, branch: "main", land: "review", checks: ["sh count.sh"] };
    writeFileSync(`${home.root}/config.yaml`, JSON.stringify({ projects: { acme: project } }));
    hall = await home.open();
    await hall.client.projects.add({ name: acme, path: checkout, dryRun: false });
  }, 60_000);
  afterAll(async () => {
    await home.dispose();
    rmSync(checkout, { recursive: true, force: true });
  });

  const ask = async (title: string, path: string): Promise<CommissionId> => {
    const asked = { worker: "implementer", title, task: title, project: acme, rehearsal: edits(path) };
    const { id } = await hall.client.create(asked);
    await ready(id);
    return id;
  };
  const ready = async (id: CommissionId) =>
    expect(await untilEnded(hall.client, id)).toMatchObject({ error: null, landing: { state: "ready" } });
  const tip = (branch: string) => gitIn(checkout, "rev-parse", branch);
  /** The second line of each file on the integration branch, on which the work is. */
  const landed = () =>
    paths.map((path) => gitIn(checkout, "show", `claude/main:${path}`).split("\n")[1]?.slice("echo ".length));

  async function open(width: number): Promise<Person> {
    const page = await browser.openPage(hall, "/", { viewport: { width, height: 844 } });
    await page.getByRole("region", { name: "Ready for you" }).waitFor();
    return personAt(page);
  }

  /** Opens the list of all finished work, which home shows the first rows of. */
  async function openFullList({ page, press }: Person): Promise<void> {
    await press("g", "r");
    await page.getByRole("heading", { name: "Waits for you", exact: true }).waitFor();
  }

  /** Sends the open work back with three comments on lines, and returns the commission that continues it. */
  async function sendBack({ page, press }: Person): Promise<CommissionId> {
    const { width = 0 } = page.viewportSize() ?? {};
    // The comments on a line are rows, too.
    const toNextLine = async () => {
      for (let presses = 0; presses < 5; presses += 1) {
        await press("j");
        if ((await page.locator("[data-index]:focus [data-comment]").count()) > 0) return;
      }
    };
    await page.getByRole("region", { name: "What changed" }).getByText("count.sh").waitFor();
    await press("d");
    await page.getByRole("list", { name: "Changes" }).waitFor();
    // On a phone the words about the act before lie at the foot for some seconds, where a comment may be written.
    if (width < 820)
      await page.locator("[role=dialog][aria-modal=false]").first().waitFor({ state: "detached" });
    await press("]"); // to the first changed line
    for (const text of ["Use numerals.", "Here, too.", "Say why."].map((each) => `${each} (${width})`)) {
      await press("c");
      await page.getByRole("textbox", { name: /^Comment on / }).waitFor();
      await page.keyboard.type(text);
      await press("Control+Enter");
      await page.getByRole("list", { name: "Changes" }).getByText(text).waitFor();
      await toNextLine();
    }
    const before = new URL(page.url()).pathname;
    await press("s");
    await sheetOver(page).getByLabel("A word to all of them").waitFor();
    await page.keyboard.type("Almost there.");
    await sheetOver(page).getByText(`Use numerals. (${width})`).waitFor();
    await shoot(page, `by-keyboard-send-back-${width}`);
    await press("Control+Enter");
    await page.waitForURL((url) => url.pathname !== before);
    return commissionId.parse(new URL(page.url()).pathname.split("/").at(-1));
  }

  async function showAnswers({ page, press }: Person, id: CommissionId): Promise<void> {
    await ready(id);
    expect(await hall.client.detail(id)).toMatchObject({ comments: { total: 3, answered: 2 } });
    // The view was opened while the worker was at work, and so at its timeline.
    await tabTo(page, page.getByRole("tab", { name: "Timeline" }));
    await press("ArrowRight", "Enter");
    await page.getByText("2 of 3 answered").first().waitFor();
    await page.getByText("It is a numeral now.").first().waitFor();
    await page.getByText("left out").first().waitFor();
  }

  async function takeOver({ page, press, follow }: Person): Promise<void> {
    await press("g", "h");
    await follow(page.getByRole("link", { name: "Take over" }).first());
    const ahead = page.getByRole("region", { name: "Ahead of your main" });
    await ahead.getByRole("button", { name: "Take over", exact: true }).waitFor();
    await press("t");
    await follow(ahead.getByRole("button", { name: "Take it over" }));
    await ahead.getByText("Your main has everything.").waitFor();
    expect(tip("main")).toBe(tip("claude/main"));
  }

  /** Opens a commission from the list of all, because work that was taken over has left the list of what is ready. */
  async function openOne({ page, press, follow }: Person, id: CommissionId): Promise<void> {
    await press("g", "c");
    await page.getByRole("heading", { level: 1, name: "Commissions" }).waitFor();
    await follow(page.locator(`main a[href="/commissions/${id}"]`).first());
    await page.waitForURL((url) => url.pathname.endsWith(id));
    await page.getByRole("group", { name: "Acts on the finished work" }).waitFor();
  }

  async function undo(person: Person, id: CommissionId): Promise<void> {
    const { page, press, follow } = person;
    await openOne(person, id);
    await press("u");
    await follow(sheetOver(page).getByRole("button", { name: "Undo the merge" }));
    await page.getByText(/Its merge was undone on claude\/main/).waitFor();
  }

  longTest(
    "one is accepted, one sent back and answered, one rejected, all taken over, one undone, at 1440",
    async () => {
      const [greet, count, verse] = await Promise.all([
        ask("Greet", "greet.sh"),
        ask("Count", "count.sh"),
        ask("Rhyme", "verse.sh"),
      ]);
      const person = await open(1440);
      const { page, press, select } = person;
      await select(greet);
      await press("a");
      await page.getByRole("region", { name: "Merged, not on your branch yet" }).getByText("Greet").waitFor();
      await select(verse);
      await press("x");
      await sheetOver(page).getByLabel("Why").waitFor();
      await page.keyboard.type("Not needed.");
      await press("Enter");
      await page.locator(`[data-row="ready:${verse}"]`).waitFor({ state: "detached" });
      await openFullList(person);
      await select(count);
      await press("Enter");
      const again = await sendBack(person);
      await showAnswers(person, again);
      await press("a");
      await page
        .getByText(/accepted/i)
        .first()
        .waitFor();
      await until(
        "it is merged",
        async () => (await hall.client.detail(again)).landing?.state === "accepted",
      );
      await takeOver(person);
      expect(landed()).toEqual(["II", "2", "two", "two"]);
      await undo(person, greet);
      expect(landed()).toEqual(["II", "two", "two", "two"]);
      done = again;
    },
    180_000,
  );

  longTest(
    "one is accepted, one sent back and answered, one rejected, all taken over, one undone, at 390",
    async () => {
      const [last, verse] = await Promise.all([ask("Last", "last.sh"), ask("Rhyme again", "verse.sh")]);
      const person = await open(390);
      const { page, press, select } = person;
      await select(verse);
      await press("x");
      await sheetOver(page).getByLabel("Why").waitFor();
      await page.keyboard.type("Not needed either.");
      await press("Enter");
      await page.locator(`[data-row="ready:${verse}"]`).waitFor({ state: "detached" });
      await openFullList(person);
      await select(last);
      await press("a");
      await page.getByRole("region", { name: "Merged, not on your branch yet" }).getByText("Last").waitFor();
      await openOne(person, done);
      const again = await sendBack(person);
      await showAnswers(person, again);
      await press("x");
      await sheetOver(page).getByLabel("Why").waitFor();
      await page.keyboard.type("Enough.");
      await press("Enter");
      await page.getByText(/It was rejected: Enough\./).waitFor();
      await takeOver(person);
      expect(landed()).toEqual(["II", "two", "2", "two"]);
      await undo(person, last);
      expect(landed()).toEqual(["II", "two", "two", "two"]);
    },
    180_000,
  );
});
