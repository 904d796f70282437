// Writes docs/openapi.json from the contract.
import { readFileSync, writeFileSync } from "node:fs";
import { createOpenApi } from "../src/hall/http/openapi.ts";

const root = new URL("../", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { version: string };
writeFileSync(new URL("docs/openapi.json", root), `${JSON.stringify(createOpenApi(version), null, 2)}\n`);
