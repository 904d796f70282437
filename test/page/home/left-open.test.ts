// A tab that somebody leaves open: while it is hidden its title still counts what needs them, and it has a mark to be
// found by, in the light and in the dark.
import { describe, expect, test } from "bun:test";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import type { TestHall } from "../../harness/hall.ts";
import { useBrowser } from "../../harness/page/page.ts";
import { type StoredHome, useStoredHome } from "./home-stored.ts";
import { longTest } from "../../harness/long.ts";

describe.skipIf(isWithoutBrowser)("a tab that is left open", () => {
  const browser = useBrowser();
  let stored: StoredHome;
  let hall: TestHall;
  useStoredHome((opened) => ({ stored, hall } = opened));

  test("counts what needs a person in its title while it is hidden", async () => {
    const page = await browser.openPage(hall, "/workers");
    await page.waitForFunction(() => document.title === "(4) Workers · Guild Hall");
    // As a browser has it behind another tab: the page is told so, and no frame is drawn.
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      window.requestAnimationFrame = () => 0;
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await hall.client.answer(stored.ids.asks, { question: 1, answer: "No." });
    const byTime = { polling: 50 };
    await page.waitForFunction(() => document.title === "(3) Workers · Guild Hall", undefined, byTime);
  });

  longTest.each(["light", "dark"] as const)(
    "has a mark that stands out where tabs are %s",
    async (scheme) => {
      const page = await browser.openPage(hall, "/", { colorScheme: scheme });
      const icon = await page.locator("link[rel=icon]").getAttribute("href");
      expect(icon).toBe("/icon.svg");
      expect(await page.evaluate(contrastOfIcon, scheme === "light" ? "#f3f4f6" : "#202124")).toBeGreaterThan(
        3,
      );
    },
  );
});

/** Of the part of it that differs most from such a tab, as WCAG reckons. */
async function contrastOfIcon(tab: string): Promise<number> {
  const image = new Image();
  image.src = "/icon.svg";
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 16;
  const drawn = canvas.getContext("2d");
  if (!drawn) return 0;
  drawn.fillStyle = tab;
  drawn.fillRect(0, 0, 16, 16);
  const lightOf = (at: number, { data }: ImageData) => {
    const [r = 0, g = 0, b = 0] = Array.from(data.slice(at, at + 3), (part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = lightOf(0, drawn.getImageData(0, 0, 1, 1));
  drawn.drawImage(image, 0, 0, 16, 16);
  const all = drawn.getImageData(0, 0, 16, 16);
  const contrasts = Array.from({ length: 256 }, (_, at) => lightOf(at * 4, all)).map(
    (light) => (Math.max(light, ground) + 0.05) / (Math.min(light, ground) + 0.05),
  );
  return Math.max(...contrasts);
}
