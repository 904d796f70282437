// A hall of its own for each test of a file, and a browser that comes in at it.
import { afterEach, beforeEach } from "bun:test";
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { type TestHall, TestHome } from "../../harness/hall.ts";

export interface OwnHall {
  home: TestHome;
  hall: TestHall;
  port: number;
  token(): string;
  /** At the same port, after it was killed. */
  comeBack(): Promise<void>;
}

export function useOwnHall(): OwnHall {
  const own = {
    token: () => readFileSync(own.hall.record.tokenFile, "utf8").trim(),
    comeBack: async () => {
      own.hall = await own.home.open({ args: ["--port", String(own.port)] });
    },
  } as OwnHall;
  beforeEach(async () => {
    own.home = new TestHome();
    own.hall = await own.home.open();
    own.port = Number(new URL(own.hall.record.url).port);
  });
  afterEach(() => own.home.dispose());
  return own;
}

export async function openAt(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

export function inside(page: Page): Promise<void> {
  return page.getByRole("heading", { level: 1, name: "Nothing needs you" }).waitFor();
}

export function gate(page: Page, says: string | RegExp): Promise<void> {
  return page.getByRole("heading", { level: 1, name: says }).waitFor();
}
