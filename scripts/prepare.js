// Runs after `npm ci` and builds the page and the bundles of the programs, so that one command leaves a complete hall.
import { fail, findBun, runBun } from "../bin/runtime.js";

const bun = findBun();
if (bun.missing) fail(bun.missing);
else runBun({ file: bun.file, args: ["scripts/prepare.ts"], env: process.env });
