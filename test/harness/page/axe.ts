// Collects the serious findings of axe on a page.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { installed } from "../../../src/host/program.ts";

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** Returns one line per finding: the rule and the element. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated, because the page's policy refuses a script element. Loaded once per page, which may change views.
  if (!(await page.evaluate<boolean>("'axe' in window")))
    await page.evaluate(readFileSync(installed("node_modules/axe-core/axe.min.js"), "utf8"));
  const violations = await page.evaluate<Violation[]>(violationsHere);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Tries every rule but describes only violations, because describing passes takes as long as finding them. */
const violationsHere = `axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) })))`;
