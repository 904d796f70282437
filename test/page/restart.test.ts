// The hall is killed and started again under an open page: the page says so, comes back by itself, and has missed nothing.
import { afterAll, describe, expect, test } from "bun:test";
import { layMany } from "../../scripts/page/stage-past.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { TestHome } from "../harness/hall.ts";
import { useBrowser } from "../harness/page/page.ts";

const rehearsal = 'version: 1\nname: later\nturns:\n  - say: "Done."\n';

describe.skipIf(isWithoutBrowser)("an open page", () => {
  const browser = useBrowser();
  const home = new TestHome();
  afterAll(() => home.dispose());

  test("survives the death of its hall, and shows what happened before, meanwhile and after", async () => {
    await layMany(home.root, { count: 40, events: 30 });
    const first = await home.open();
    const { port } = new URL(first.record.url);
    const [failed] = (await first.client.list({ status: "failed", limit: 1 })).commissions;
    // It waits for one that failed, so that nothing is started.
    const order = (title: string) => ({
      worker: "researcher",
      task: title,
      title,
      rehearsal,
      after: [failed?.id ?? ""],
    });

    const page = await browser.openPage(first, "/commissions?view=table");
    await page.getByText("41 commissions").waitFor();
    const loads = await page.evaluate(() => performance.timeOrigin);
    await first.client.create(order("Asked before"));
    await page.getByRole("link", { name: /Asked before/ }).waitFor();

    await first.kill("SIGKILL");
    await page.getByText(/The hall has not answered/).waitFor();

    const second = await home.open({ args: ["--port", port] });
    expect(new URL(second.record.url).port).toBe(port);
    await second.client.create(order("Asked meanwhile"));
    await page.getByRole("link", { name: /Asked meanwhile/ }).waitFor();
    await page.getByText(/The hall has not answered/).waitFor({ state: "detached" });

    await second.client.create(order("Asked after"));
    await page.getByRole("link", { name: /Asked after/ }).waitFor();
    await page.getByText("44 commissions").waitFor();
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loads);
  }, 60_000);
});
