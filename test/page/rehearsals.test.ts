// A hall without a way to a model: what can be done is offered, with why, and played to its end.
import { afterAll, beforeAll, describe, expect } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { commissionId } from "../../src/contract/home/ids.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { type TestHall, TestHome } from "../harness/hall.ts";
import { layPackage, workerOf } from "../harness/packages/packages.ts";
import { shoot, useBrowser } from "../harness/page/page.ts";
import { longTest } from "../harness/long.ts";

describe.skipIf(isWithoutBrowser)("rehearsals", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  beforeAll(async () => {
    const directory = layPackage(`${home.root}/packages/stumbler`, workerOf("stumbler"));
    mkdirSync(`${directory}/rehearsals`);
    writeFileSync(`${directory}/rehearsals/torn.yaml`, "version: 1\nname: torn\nturns:\n  - sing: loud\n");
    hall = await home.open();
  });
  afterAll(() => home.dispose());

  longTest(
    "are offered with why, and the demo is played to its end, marked everywhere",
    async () => {
      const page = await browser.openPage(hall, "/new");
      const without = page.getByRole("region", { name: "No model" });
      await without.getByText("This hall cannot reach a model, so it would refuse real work.").waitFor();
      await without.getByText(/ANTHROPIC_API_KEY/).waitFor();
      const send = page.getByRole("button", { name: /Commission it|Rehearse it/ });
      expect(await send.getAttribute("aria-disabled")).toBe("true");
      await without.getByText(/more cannot be played here/).click();
      await without.getByText(/packages\/stumbler\/rehearsals\/torn\.yaml: line \d+:/).waitFor();
      await shoot(page, "rehearsals-1440");

      const card = without.getByRole("button", { name: /Does lantern retry as its README promises/ });
      await card.focus();
      await page.keyboard.press("Enter");
      await page.getByText(/Researcher rehearses “.*nothing is spent\./).waitFor();
      expect(await send.getAttribute("aria-disabled")).toBeNull();
      await page.keyboard.press("Control+Enter");
      await page.waitForURL(/\/commissions\/[0-9a-f-]{36}/);
      const id = commissionId.parse(new URL(page.url()).pathname.split("/").at(-1));
      await page.getByText("rehearsed", { exact: true }).first().waitFor();
      await page
        .getByText(/^Completed/)
        .first()
        .waitFor({ timeout: 60_000 });
      const detail = await hall.client.detail(id);
      expect(detail).toMatchObject({ status: "completed", rehearsed: true, cost: { rehearsed: true } });
      await page.getByRole("tab", { name: /Result/ }).click();
      await page
        .getByRole("heading", { name: /lantern|retr/i })
        .first()
        .waitFor();
      await page.keyboard.type("gh");
      const row = page.getByRole("region", { name: "Came back today" }).locator("[data-row]");
      await row.getByText("rehearsed", { exact: true }).waitFor();
      expect(await row.innerText()).not.toContain("$");
      await page.getByText(/Spent \$0\.00 today/).waitFor();
    },
    90_000,
  );

  longTest("that a kept draft names and that is gone is said to be gone, and can be left", async () => {
    const page = await browser.openPage(hall, "/new");
    await page.getByRole("region", { name: "No model" }).waitFor();
    await page.evaluate(() =>
      localStorage.setItem(
        "guild-hall-draft",
        JSON.stringify({ draft: { task: "T", worker: "writer", rehearsal: "writer/lost" } }),
      ),
    );
    await page.reload();
    await page.getByText("The rehearsal of this draft does not exist any more.").waitFor();
    await page.getByRole("button", { name: "Leave the rehearsal" }).click();
    await page.getByRole("region", { name: "No model" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Task" }).inputValue()).toBe("T");
  });
});
