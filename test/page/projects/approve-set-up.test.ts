// A set-up that waits for a person, on the page: shown on home with the files against the person's branch, approved there.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { projectName } from "../../../src/contract/home/ids.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { TestHome, type TestHall, until } from "../../harness/hall.ts";
import { useBrowser } from "../../harness/page/page.ts";
import { commitFiles, gitIn, makeRepository } from "../../harness/git/repositories.ts";
import { isWithoutSandbox } from "../../workbench/sandbox/usable.ts";

const lamps = projectName.parse("lamps");

describe.skipIf(isWithoutBrowser || isWithoutSandbox)("a set-up that waits for a person", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  beforeAll(async () => {
    hall = await home.open();
    const { client } = hall;
    const checkout = makeRepository({ "install.sh": "true\n" });
    await client.projects.add({ name: lamps, path: checkout, dryRun: false });
    // A worker's commit, merged.
    gitIn(checkout, "switch", "-q", "-c", "worker");
    commitFiles(checkout, {
      "install.sh": 'test -n "$HTTPS_PROXY" # <b>new</b> \u202e\n',
      "long.txt": "a line\n".repeat(50_000),
    });
    gitIn(checkout, "switch", "-q", "main");
    gitIn(checkout, "update-ref", "refs/heads/claude/main", "worker");
    const setup = { command: "sh install.sh", network: true, inputs: ["install.sh"] };
    const changes = [
      { key: "projects.lamps.setup", value: setup },
      { key: "projects.lamps.checks", value: ["true"] },
    ];
    await client.call("configChange", { body: { changes } });
    await client.projects.sync(lamps, { dryRun: false });
    await until("it waits", async () => (await client.projects.show(lamps)).base.approve !== undefined);
  });
  afterAll(() => home.dispose());

  test("is shown with its files, and goes on when they are approved", async () => {
    const page = await browser.openPage(hall);
    await page.getByText("waits for you to approve its set-up").waitFor();
    await page.getByRole("button", { name: "Review and approve" }).click();
    await page.getByText("install.sh").first().click();
    await page.getByText("<b>new</b> ‹U+202E›").waitFor();
    await page.getByText("Not all of it is shown here").waitFor();
    await page.getByRole("button", { name: "Approve these files" }).click();
    await page.getByText("waits for you to approve its set-up").waitFor({ state: "detached" });
    const { client } = hall;
    await until("it is green", async () => (await client.projects.show(lamps)).base.state === "green");
    expect((await client.attention.list()).items).toEqual([]);
  }, 60_000);
});
