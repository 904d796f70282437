// Collects the serious findings of axe, a checker of accessibility, on a page.
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
  // The script is evaluated, because the page's policy refuses a script element. It is loaded once, because a page may
  // change views and be checked again.
  if (!(await page.evaluate<boolean>("'axe' in window")))
    await page.evaluate(readFileSync(installed("node_modules/axe-core/axe.min.js"), "utf8"));
  const violations = await page.evaluate<Violation[]>(violationsHere);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Applies every rule but describes only violations, because describing the passes too takes twice as long. */
const violationsHere = `axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) })))`;
