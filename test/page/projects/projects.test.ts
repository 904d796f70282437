// Projects on the page: added, synced and removed, each time with what it would do shown first.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { basename, dirname } from "node:path";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { TestHome, type TestHall } from "../../harness/hall.ts";
import { useBrowser } from "../../harness/page/page.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { commitOn } from "../../git/project.ts";
import { commitFiles, gitIn, makeRepository, writeFiles } from "../../harness/git/repositories.ts";
import { longTest } from "../../harness/long.ts";

describe.skipIf(isWithoutBrowser)("projects", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  beforeAll(async () => {
    hall = await home.open();
  });
  afterAll(() => home.dispose());

  test("one is added, synced and removed by keyboard, and the checkout stays as it is", async () => {
    const checkout = makeRepository();
    const branches = () => gitIn(checkout, "branch", "--format=%(refname:short)").split("\n");
    const page = await browser.openPage(hall, "/projects");
    await page.getByText("There are no projects yet.").waitFor();

    await page.keyboard.press("a");
    await page.getByLabel("Name").fill("acme");
    await page.getByLabel(/Path of your checkout/).fill(checkout);
    await page.keyboard.press("Enter");
    await page.getByText(/This makes the branch/).waitFor();
    expect(branches()).toEqual(["main"]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "acme" }).waitFor();
    expect(branches()).toEqual(["claude/main", "main"]);

    await page.getByText("claude/main and main are at the same commit.").waitFor();
    const tip = commitFiles(checkout, { "README.md": "A newer project.\n" });
    await page.keyboard.press("s");
    await page.getByText(/would move forward to main, by 1 commit/).waitFor();
    expect(gitIn(checkout, "rev-parse", "claude/main")).not.toBe(tip);
    const sync = page.getByRole("button", { name: "Sync now" });
    await sync.focus();
    await page.keyboard.press("Enter");
    await page.getByText(/moved forward to main, by 1 commit/).waitFor();
    expect(gitIn(checkout, "rev-parse", "claude/main")).toBe(tip);
    await page.getByText("The hall’s branch").waitFor();

    await page.getByRole("button", { name: "Remove" }).press("Enter");
    await page.getByText(/the project’s memory stay/).waitFor();
    await page.getByRole("button", { name: "Remove it" }).press("Enter");
    await page.getByText("There are no projects yet.").waitFor();
    expect(branches()).toEqual(["claude/main", "main"]);
    expect(gitIn(checkout, "status", "--porcelain")).toBe("");
  }, 60_000);

  longTest(
    "a path from the person's home is understood, and one without a beginning is refused in a sentence",
    async () => {
      const checkout = makeRepository();
      const own = new TestHome();
      try {
        const page = await browser.openPage(
          await own.open({ env: { HOME: dirname(checkout) } }),
          "/projects",
        );
        await page.getByText("There are no projects yet.").waitFor();
        await page.keyboard.press("a");
        await page.getByLabel("Name").fill("acme");
        for (const path of [".", "src/acme"]) {
          await page.getByLabel(/Path of your checkout/).fill(path);
          await page.keyboard.press("Enter");
          await page
            .getByRole("alert")
            .getByText(
              '"path": expected a path that begins with "/" or "~", because the hall does not know your directory',
            )
            .waitFor();
        }
        await page.getByLabel(/Path of your checkout/).fill("~/gone");
        await page.keyboard.press("Enter");
        await page.getByText(`There is no directory ${dirname(checkout)}/gone.`).waitFor();
        await page.getByLabel(/Path of your checkout/).fill(`~/${basename(checkout)}`);
        await page.keyboard.press("Enter");
        await page.getByText(/This makes the branch/).waitFor();
      } finally {
        await own.dispose();
      }
    },
    30_000,
  );

  test("a sync says first what it would do, whether that is nothing, a merge, a conflict or refused", async () => {
    const checkout = makeRepository({ "a.txt": "a\n", "b.txt": "b\n" });
    const run = (...args: string[]) => gitIn(checkout, ...args);
    const atHall = () => run("rev-parse", "claude/main");
    const work = (files: Record<string, string>) =>
      run("update-ref", "refs/heads/claude/main", commitOn(checkout, "claude/main", files));
    const name = projectName.parse("synced");
    await hall.client.projects.add({ name, path: checkout, dryRun: false });
    const page = await browser.openPage(hall, "/projects/synced");
    const section = page.getByRole("region", { name: "Your branch and the hall’s" });
    await section.getByText("claude/main and main are at the same commit.").waitFor();
    await section.getByRole("button", { name: "See what a sync would do" }).click();
    await section.getByText("Nothing to do: all of main is on claude/main.").waitFor();
    const sync = section.getByRole("button", { name: "Sync now" });
    expect(await sync.count()).toBe(0);

    // Both have something of their own, and the person has begun something else: that stays as it is.
    work({ "a.txt": "by a worker\n" });
    commitFiles(checkout, { "b.txt": "by the person\n" });
    writeFiles(checkout, { "b.txt": "unfinished\n" });
    await page.keyboard.press("s");
    await section.getByText("1 commit of main would be merged into claude/main.").waitFor();
    const before = atHall();
    await sync.press("Enter");
    await section.getByText("1 commit of main was merged into claude/main.").waitFor();
    await section.getByText("claude/main has 2 commits that main lacks.").waitFor();
    expect(run("rev-list", "--parents", "-1", "claude/main")).toContain(before);
    expect(run("status", "--porcelain")).toBe(" M b.txt");
    run("checkout", "-q", "b.txt");

    commitFiles(checkout, { "a.txt": "by the person\n" });
    const merged = atHall();
    await page.keyboard.press("s");
    await section.getByText("The branches conflict: 1 file was changed on both sides.").waitFor();
    await section.getByText("a.txt", { exact: true }).waitFor();
    await section.getByText(/To bring them together yourself: run "git merge main"/).waitFor();
    expect(await sync.count()).toBe(0);
    expect(atHall()).toBe(merged);

    // Where the person stands on the hall's branch it would move under their files.
    run("reset", "-q", "--hard", "HEAD~1");
    commitFiles(checkout, { "c.txt": "new\n" });
    run("checkout", "-q", "--ignore-other-worktrees", "claude/main");
    await page.keyboard.press("s");
    await sync.click();
    await section
      .getByRole("alert")
      .getByText(/is checked out in .*Switch to another branch/)
      .waitFor();
    expect(atHall()).toBe(merged);
    run("checkout", "-q", "main");
    await page.keyboard.press("s");
    await section.getByRole("alert").waitFor({ state: "detached" });
    await sync.click();
    await section.getByText("1 commit of main was merged into claude/main.").waitFor();
    await hall.client.projects.remove(name, { dryRun: false });
  }, 60_000);

  longTest(
    "what is no repository is said where it was asked for, and nothing is made",
    async () => {
      const page = await browser.openPage(hall, "/projects");
      await page.getByRole("button", { name: /Add a project/ }).click();
      await page.getByLabel("Name").fill("acme");
      await page.getByLabel(/Path of your checkout/).fill(home.root);
      await page.getByRole("button", { name: "See what this does" }).click();
      await page.getByRole("alert").waitFor();
      expect((await hall.client.projects.list()).projects).toEqual([]);
    },
    60_000,
  );
});
