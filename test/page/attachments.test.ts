// Files on the page: attached with the button, by pasting and by dropping, kept over a reload, sent, listed and saved; and
// files of a project, named in the task. The commission waits for work that failed, so no session begins.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { text as textOf } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { commissionId, projectName } from "../../src/contract/home/ids.ts";
import { seriousFindings } from "../harness/page/axe.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import type { TestHall } from "../harness/hall.ts";
import { gitIn, makeRepository } from "../harness/git/repositories.ts";
import { shoot, useBrowser } from "../harness/page/page.ts";
import { type StoredWork, storeWork } from "./workers-stored.ts";

const credential = { kind: "api_key", secret: "sk-test" } as const;
const handoff = { ...emptyHandoff, credential, baseUrl: "http://upstream.invalid" };

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>window.top.hacked = true</script></svg>";

/** Gives the page a file as a paste or a drop does: a browser without a desktop has neither. */
async function hand(
  page: Page,
  how: "paste" | "drop",
  file: { name: string; text: string; times?: number },
): Promise<void> {
  await page.getByRole("textbox", { name: "Task" }).evaluate(
    (target, { how, name, text, times = 1 }) => {
      const data = new DataTransfer();
      data.items.add(new File([text.repeat(times)], name));
      const init = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        how === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data }),
      );
    },
    { how, ...file },
  );
}

describe.skipIf(isWithoutBrowser)("attached files", () => {
  const browser = useBrowser();
  let stored: StoredWork;
  let hall: TestHall;
  beforeAll(async () => {
    stored = await storeWork();
    hall = await stored.home.open({ handoff });
  });
  afterAll(() => stored.home.dispose());

  test("are attached, pasted and dropped, kept, sent, shown and saved", async () => {
    const page = await browser.openPage(hall, "/new");
    const files = page.getByRole("list", { name: "Attached files" });
    // The browser is told early that the test will answer its dialog, because that takes a moment.
    const chooser = page.waitForEvent("filechooser");
    await page
      .locator("label")
      .filter({ has: page.getByRole("radio", { name: /^Writer/ }) })
      .click();
    await page.getByRole("textbox", { name: "Task" }).fill("Look at the picture.");

    // The button opens the browser's own dialog, by the keyboard too.
    await page.getByRole("button", { name: "Attach files" }).focus();
    await page.keyboard.press("Enter");
    await (
      await chooser
    ).setFiles([
      { name: "error.png", mimeType: "image/png", buffer: png },
      { name: "drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) },
    ]);
    await files.getByText("drawing.svg").waitFor();
    await hand(page, "paste", { name: "error.png", text: "no image" });
    await files.getByRole("listitem").nth(2).waitFor();
    await hand(page, "drop", { name: "un\u202egnp.wanted\n.txt", text: "dropped" });
    await files.getByText("ungnp.wanted.txt").waitFor();

    await page.reload();
    await files.getByText("drawing.svg").waitFor();
    await shoot(page, "attachments-1440");
    await page.getByRole("button", { name: "Remove ungnp.wanted.txt" }).click();
    expect(await files.getByRole("listitem").count()).toBe(3);
    await hand(page, "drop", { name: "film.mp4", text: "x", times: 33_000_000 });
    await page.getByText('"film.mp4" has 33.0 MB: a message has at most 32.0 MB.').waitFor();

    await page.getByRole("combobox", { name: "Wait for" }).click();
    await page.getByRole("option", { name: /Compare queue engines/ }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Commission it" }).click();
    await page.waitForURL(/\/commissions\/[0-9a-f-]{36}/);
    const id = commissionId.parse(new URL(page.url()).pathname.split("/").at(-1));
    expect((await hall.client.detail(id)).attachments?.map(({ name, type }) => [name, type])).toEqual([
      ["error.png", "image/png"],
      ["drawing.svg", "text/plain"],
      ["error.png.txt", "text/plain"],
    ]);

    // Only the image can be looked at; everything is saved as bytes.
    await page.getByRole("button", { name: "Look at error.png" }).click();
    const image = page.getByRole("img", { name: "error.png" });
    await image.waitFor();
    expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1);
    expect(await page.getByRole("button", { name: "Look at drawing.svg" }).count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save drawing.svg" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("drawing.svg");
    expect(await textOf(await download.createReadStream())).toBe(svg);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  }, 60_000);

  test("are not offered for a guild member", async () => {
    const page = await browser.openPage(hall, "/new");
    await page
      .locator("label")
      .filter({ has: page.getByRole("radio", { name: /guild member/ }) })
      .first()
      .click();
    await page.getByText("A guild member cannot read attached files.", { exact: true }).waitFor();
  });

  test("are not opened by the browser if they are dropped beside the form", async () => {
    const page = await browser.openPage(hall, "/new");
    await page.getByRole("button", { name: "Attach files" }).waitFor();
    const isKept = await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["x"], "x.txt"));
      const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data });
      return !document.body.dispatchEvent(drop);
    });
    expect(isKept).toBe(true);
  });

  test("completes the paths that a task names, by keyboard, by pointer and at 390", async () => {
    const path = makeRepository({
      "src/main.ts": "",
      "src/my file.ts": "",
      "src/map.ts": "",
      LICENSE: "free\n",
    });
    await hall.client.projects.add({ name: projectName.parse("paths"), path, dryRun: false });
    const page = await browser.openPage(hall, "/new?worker=writer");
    const task = page.getByRole("textbox", { name: "Task" });
    const list = page.getByRole("listbox", { name: "Paths of the project" });
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/paths?") && asked.push(request.url()));
    await page.getByLabel("Project", { exact: true }).selectOption("paths");
    await task.focus();
    await page.keyboard.type("Fix @src/ma");
    await list.getByRole("option", { name: "src/map.ts" }).waitFor();
    expect(await list.getByRole("option").allTextContents()).toEqual(["src/main.ts", "src/map.ts"]);
    expect(asked.length).toBeLessThan(4);
    await page.keyboard.press("ArrowDown");
    const active = list.getByRole("option", { selected: true });
    expect(await active.getAttribute("id")).toBe(await task.getAttribute("aria-activedescendant"));
    expect(await seriousFindings(page)).toEqual([]);
    await shoot(page, "new-paths-1440");
    await page.keyboard.press("Enter");
    await list.waitFor({ state: "detached" });
    await page.keyboard.type("and @LIC");
    await list.waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    expect(await task.inputValue()).toBe("Fix @src/map.ts and @LIC\n");

    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.type("@sr");
    await list.getByRole("option", { name: "src/", exact: true }).waitFor();
    const box = await list.boundingBox();
    const [bottom, line] = [(box?.y ?? 0) + (box?.height ?? 0), await task.boundingBox()];
    expect(box && box.x >= 0 && box.x + box.width <= 390 && bottom <= 844).toBe(true);
    expect((box?.y ?? 0) - (line?.y ?? 0)).toBeWithin(40, 90); // under the second line
    await shoot(page, "new-paths-390");
    await list.getByRole("option", { name: "src/", exact: true }).click();
    await page.keyboard.type("main");
    await list.waitFor();
    await page.keyboard.press("Tab");
    expect(await task.inputValue()).toBe("Fix @src/map.ts and @LIC\n@src/main.ts ");
    expect(await task.evaluate((field) => field === document.activeElement)).toBe(true);

    // A search that fails shows nothing, because it is a hint.
    gitIn(path, "branch", "-m", "main", "other");
    const refused = page.waitForResponse((response) => response.url().includes("/paths?text=LI"));
    await task.fill("@LI");
    expect((await refused).ok()).toBe(false);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect([await list.count(), await page.getByRole("alert").count()]).toEqual([0, 0]);

    // Without a project there is nothing to complete, and nothing is asked.
    await page.getByLabel("Project", { exact: true }).selectOption("");
    const before = asked.length;
    await task.fill("@src");
    // A timer of the page that begins after the field's own, and is longer, ends after it.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect([asked.length, await list.count()]).toEqual([before, 0]);
  }, 30_000);
});
