// A project that fails its own checks, as the page tells it: on home, among the projects, on its own view, and where a
// repair is commissioned.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { projectName } from "../../../src/contract/home/ids.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { TestHome, type TestHall, until } from "../../harness/hall.ts";
import { useBrowser } from "../../harness/page/page.ts";
import { commitFiles, makeRepository } from "../../harness/git/repositories.ts";
import { longTest } from "../../harness/long.ts";

const lamps = projectName.parse("lamps");

describe.skipIf(isWithoutBrowser)("a red project", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  let red = "";
  beforeAll(async () => {
    hall = await home.open();
    const { client } = hall;
    const checkout = makeRepository({ "lamp.txt": "lit\n" });
    await client.projects.add({ name: lamps, path: checkout, dryRun: false });
    const check = "grep -q lit lamp.txt || { echo 'Error: the lamp is dark'; exit 1; }";
    await client.call("configChange", {
      body: { changes: [{ key: "projects.lamps.checks", value: [check] }] },
    });
    red = commitFiles(checkout, { "lamp.txt": "dark\n" });
    await client.projects.sync(lamps, { dryRun: false });
    const isRed = async () => (await client.projects.show(lamps)).base.state === "red";
    await until("its tip is checked", isRed, 60_000);
  }, 90_000);
  afterAll(() => home.dispose());

  test("is said to be one on home, in the list and on its view, with the check, the commit and what it printed", async () => {
    const page = await browser.openPage(hall);
    await page.getByText("is red: its own checks fail without any work in it").waitFor();
    await page.goto(`${hall.record.url}/projects`);
    await page.getByText("Red", { exact: true }).waitFor();
    await page.goto(`${hall.record.url}/projects/lamps`);
    const note = page.getByRole("alert");
    await note.getByText("This project is red.").waitFor();
    const text = await note.innerText();
    expect(text).toContain(`on claude/main since ${red.slice(0, 12)}`);
    expect(text).toContain("Error: the lamp is dark");
  }, 60_000);

  longTest(
    "offers to have it repaired, and only there",
    async () => {
      const page = await browser.openPage(hall, "/new?worker=implementer");
      await page.getByRole("tablist", { name: "Task" }).waitFor();
      expect(await page.getByLabel(/Start although the project is red/).count()).toBe(0);
      await page.goto(`${hall.record.url}/projects/lamps`);
      await page.getByRole("link", { name: "Commission a repair" }).click();
      await page.getByLabel(/Start although the project is red/).check();
    },
    60_000,
  );
});
