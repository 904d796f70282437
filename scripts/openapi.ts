// Writes docs/openapi.json from the contract, and gives each new route a row in docs/protocol.md with its summary.
// Whatever else a reader must know is written into that row by hand, and stays.
import { readFileSync, writeFileSync } from "node:fs";
import { routes } from "../src/contract/api/api.ts";
import { createOpenApi } from "../src/hall/http/openapi.ts";

const root = new URL("../", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { version: string };
writeFileSync(new URL("docs/openapi.json", root), `${JSON.stringify(createOpenApi(version), null, 2)}\n`);

const protocol = new URL("docs/protocol.md", root);
writeFileSync(protocol, withEveryRoute(readFileSync(protocol, "utf8").split("\n")).join("\n"));

/** A new row comes after the row of the route before it in the contract. */
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
