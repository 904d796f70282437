// Writes docs/config.schema.json, and the table of all keys in docs/guide/configuration.md, from the contract.
import { readFileSync, writeFileSync } from "node:fs";
import { keyRows, publishedSchema } from "../src/store/config/published.ts";

const root = new URL("../", import.meta.url);
const guide = new URL("docs/guide/configuration.md", root);

writeFileSync(new URL("docs/config.schema.json", root), `${JSON.stringify(publishedSchema(), null, 2)}\n`);

const rows = keyRows().map(
  (row) => `| \`${row.key}\` | \`${row.default}\` | ${row.expects} | ${row.summary.replace(/\.$/, "")} |`,
);
const table = ["| Key | Default | Value | Meaning |", "| --- | --- | --- | --- |", ...rows].join("\n");
const text = readFileSync(guide, "utf8");
const heading = "## Every key\n";
const [before, after = ""] = text.split(heading);
writeFileSync(guide, `${before}${heading}${after.replace(/^\n(?:\|.*\n)*\n?/, `\n${table}\n\n`)}`);
