// Writes docs/guide/cli.md from the command table.
import { writeFileSync } from "node:fs";
import { cliReference } from "./cli-reference.ts";

writeFileSync(new URL("../docs/guide/cli.md", import.meta.url), cliReference());
