// What axe finds wrong with a page, as far as it is serious.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { installed } from "../../src/host/program.ts";

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** A line each: which rule, and on what. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Not as a script of the page: its policy would refuse that. Once for each page, which may go from view to view.
  if (!(await page.evaluate<boolean>("'axe' in window")))
    await page.evaluate(readFileSync(installed("node_modules/axe-core/axe.min.js"), "utf8"));
  const violations = await page.evaluate<Violation[]>(violationsHere);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Every rule is tried; what passes is not described, which takes as long as to find it out. */
const violationsHere = `axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) })))`;
