// Files on the page: attached with the button, by pasting and by dropping, kept over a reload, sent, listed and saved. The
// commission waits for work that failed, so no session begins.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { text as textOf } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { commissionId } from "../../src/contract/home/ids.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import type { TestHall } from "../harness/hall.ts";
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
});
