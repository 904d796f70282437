// Runs after `npm ci`: builds the page, so that one command leaves a whole hall. Where the packages that build it are
// left out (`--omit=dev`) nothing is built, and the hall says on its page what to do.
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
