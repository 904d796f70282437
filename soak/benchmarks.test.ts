// Tries the benchmarks that take more than a few seconds even at their smallest; `npm test` runs the others.
import { test } from "bun:test";
import { expectToWork, slowBenchmarks } from "../test/benchmarks/smallest.ts";
import { isWithoutBrowser } from "../test/harness/page/browser.ts";
import { countSession } from "../test/harness/sessions.ts";

const sessions: Readonly<Record<string, number>> = { create: 1, dispatch: 2, prompt: 2 };

test.skipIf(process.platform !== "linux").each(slowBenchmarks.filter((name) => name !== "page"))(
  "%s can be measured (needs Linux)",
  async (name) => {
    await expectToWork(name);
    countSession(sessions[name] ?? 0);
  },
  240_000,
);

test.skipIf(isWithoutBrowser)("page can be measured (needs Chromium)", () => expectToWork("page"), 120_000);
