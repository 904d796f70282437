// A process of its own that writes into a memory: `writer.ts HOME NAME`. It waits for a line on its input, so that all begin together.
import { globalScope as scope, keyOf, someMemory, workerOf } from "./support.ts";

const [home = "", name = ""] = process.argv.slice(2);
const { store } = someMemory(home);
process.stdout.write("ready\n");
for await (const _line of console) break;
const outcome = await store.write({
  scope,
  key: keyOf("shared"),
  content: `words of ${name}`,
  by: workerOf(name),
  untrusted: false,
  rehearsed: false,
});
process.stdout.write(`${JSON.stringify(outcome)}\n`);
process.exit(0);
