// Lists the screenshots to take: the path of each view, and what to do before the picture.
import type { Page } from "playwright-core";

export interface Shot {
  /** The picture's name, before its theme and width. */
  name: string;
  /** "{Title}" stands for the id of the newest commission with that title. */
  path: string;
  /** The text that has to be visible. */
  sees: string | RegExp;
  before?(page: Page): Promise<void>;
}

/** Presses a key that opens a dialog. */
const pressing = (key: string) => async (page: Page) => {
  await page.keyboard.press(key);
  await page.getByRole("dialog").waitFor();
};

/** Writes a comment, and begins another, as a person who reviews the work does. */
async function withComments(page: Page): Promise<void> {
  const changes = page.getByRole("list", { name: "Changes" });
  const numbers = changes.locator("[data-change=insert] [data-comment=new]");
  await numbers.nth(1).click();
  await page.getByRole("textbox", { name: /^Comment on/ }).fill("Say in the name that this is per minute.");
  await page.keyboard.press("Control+Enter");
  await numbers.nth(4).click();
  await page.getByRole("textbox", { name: /^Comment on/ }).fill("Does a refused caller need its key back?");
}

export const shots: readonly Shot[] = [
  { name: "home", path: "/", sees: "Retry failed webhooks" },
  { name: "board", path: "/commissions?view=board", sees: "Retry failed webhooks" },
  { name: "table", path: "/commissions?view=table", sees: "Honour Retry-After" },
  {
    name: "timeline",
    path: "/commissions/{Idempotency keys on create}",
    sees: /Should a key survive/,
  },
  {
    name: "result",
    path: "/commissions/{OAuth libraries for our stack}?tab=result",
    sees: "What speaks against it",
  },
  {
    name: "diff",
    path: "/commissions/{Idempotency keys on create}?tab=diff",
    sees: "src/keys.ts",
  },
  {
    name: "checks",
    path: "/commissions/{Retry failed webhooks}?tab=checks",
    sees: "node --test",
  },
  {
    name: "artifacts",
    path: "/commissions/{How a job travels through harbour}?tab=artifacts&file=notes/travels.md",
    sees: "flow.svg",
  },
  {
    name: "attempts",
    path: "/commissions/{Honour Retry-After}?tab=timeline",
    sees: "What earlier attempts left",
  },
  { name: "review", path: "/review", sees: /Waits for you/ },
  {
    name: "diff-comments",
    path: "/commissions/{Limit calls per key}?tab=diff",
    sees: "src/limit.ts",
    before: withComments,
  },
  { name: "ready", path: "/commissions/{Limit calls per key}", sees: "What changed" },
  { name: "new", path: "/new", sees: /task/i },
  { name: "workers", path: "/workers", sees: "implementer" },
  { name: "worker", path: "/workers/implementer", sees: "implementer" },
  { name: "projects", path: "/projects", sees: "lantern" },
  { name: "project", path: "/projects/lantern", sees: "lantern" },
  { name: "memory", path: "/memory", sees: /lantern/ },
  { name: "memory-entry", path: "/memory/project:lantern/promises", sees: /promises/ },
  { name: "doctor", path: "/doctor", sees: /bubblewrap/ },
  {
    name: "palette",
    path: "/",
    sees: "Retry failed webhooks",
    before: pressing("Control+k"),
  },
  { name: "shortcuts", path: "/", sees: "Retry failed webhooks", before: pressing("?") },
];
