// Builds rehearsal scripts (scripts that replace the model) for tests.

export interface Turn {
  expect?: object;
  say?: string;
  use?: { tool: string; input: object }[];
  delayMs?: number;
  hang?: true;
  drop?: true;
  error?: object;
}

export function script(turns: readonly Turn[], aux: object = {}): string {
  return JSON.stringify({ version: 1, name: "test", turns, aux }); // JSON is YAML
}

export const submit = (input: object = { summary: "Found it.", output: "# Answer" }): Turn => ({
  use: [{ tool: "mcp__commission__submit_result", input }],
});

export const progress = (summary: string): Turn => ({
  use: [{ tool: "mcp__commission__report_progress", input: { summary } }],
});

/** A script that reports progress once, submits a result, and ends. */
export const quick = script([progress("Begun."), submit(), { say: "Done." }]);

/** A script that reports progress once and then waits for a model that never answers. */
export const hanging = script([progress("Begun."), { hang: true }]);
