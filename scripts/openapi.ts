// Writes docs/openapi.json from the contract, and adds a row with a summary to docs/protocol.md for each new route.
// Existing rows are kept, because people extend them by hand.
import { readFileSync, writeFileSync } from "node:fs";
import { routes } from "../src/contract/api/api.ts";
import { createOpenApi } from "../src/hall/http/openapi.ts";

const root = new URL("../", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { version: string };
writeFileSync(new URL("docs/openapi.json", root), `${JSON.stringify(createOpenApi(version), null, 2)}\n`);

const protocol = new URL("docs/protocol.md", root);
writeFileSync(protocol, withEveryRoute(readFileSync(protocol, "utf8").split("\n")).join("\n"));

/** Inserts a new row after the row of the preceding route in the contract. */
function withEveryRoute(lines: string[]): string[] {
  const heading = lines.findIndex((line) => line.startsWith("## HTTP"));
  let row = lines.findIndex((line, at) => at > heading && /^\| ?-/.test(line));
  for (const { method, path, summary } of Object.values(routes)) {
    const start = `| \`${method} ${path}\` `;
    const known = lines.findIndex((line) => line.startsWith(start));
    if (known === -1) lines.splice(row + 1, 0, `${start}| ${summary} |`);
    row = known === -1 ? row + 1 : known;
  }
  return lines;
}
