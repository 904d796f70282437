// `node scripts/bun.js scripts/page/stage.ts [--port N] [--many N]`: opens a stage, a throwaway hall with sample work
// and a scripted model, and keeps it up until Ctrl-C.
import { parseArgs } from "node:util";
import { stopSignal } from "../../src/host/program.ts";
import { linkTo } from "./stage-hall.ts";
import { openMany } from "./stage-many.ts";
import { openStage } from "./stage-open.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: "0" }, many: { type: "string" } },
});
const stop = stopSignal();
const begun = performance.now();
const port = Number(values.port);
const { hall, close } =
  values.many === undefined
    ? await openStage({ port, say: (line) => console.log(`  ${line}`) })
    : await openMany({ port, count: Number(values.many) });
console.log(`
home  ${hall.record.home}
hall  ${hall.record.url}
page  ${await linkTo(hall)} (good once; then "guild-hall open" with that home)

It took ${Math.round((performance.now() - begun) / 1000)} s. Ctrl-C ends it and removes everything.`);
await new Promise<void>((resolve) => {
  if (stop.aborted) resolve();
  stop.addEventListener("abort", () => resolve(), { once: true });
});
await close();
