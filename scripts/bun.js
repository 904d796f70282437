// Runs the real Bun with the given arguments: `node scripts/bun.js scripts/test.ts`. If install scripts are off,
// the `bun` that npm links is only a placeholder.
import { fail, findBun, runBun } from "../bin/runtime.js";

const bun = findBun();
if (bun.missing) fail(bun.missing);
else runBun({ file: bun.file, args: process.argv.slice(2), env: process.env });
