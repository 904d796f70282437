// Runs after `npm ci` and builds the page, so that one command leaves a complete hall. Without the development
// packages (`--omit=dev`) it builds nothing, and the hall's page says what to do.
import { createRequire } from "node:module";
import { fail, findBun, runBun } from "../bin/runtime.js";

const { resolve } = createRequire(import.meta.url);

if (canBuild()) build();
else process.stderr.write("The page is not built: its build needs the development packages (`npm ci`).\n");

function canBuild() {
  try {
    resolve("vite/package.json");
    return true;
  } catch {
    return false;
  }
}

function build() {
  const bun = findBun();
  if (bun.missing) fail(bun.missing);
  else runBun({ file: bun.file, args: ["scripts/build-page.ts"], env: process.env });
}
