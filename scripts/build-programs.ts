// Builds the hall and the workbench as bundles with bytecode into dist/, because loading their sources takes twice as
// long. A note beside them says which sources they were built from; if it does not match, the sources run
// (src/host/built.ts).
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtNote, type BuiltProgram, programs, sourcesNow } from "../src/host/built.ts";

/**
 * The bundler would write this tree's path for `import.meta.url`, and a bundle that npm installs elsewhere would
 * look for its files here. A bundle lies as deep below the root as the modules in it that use their own path.
 */
const ownPath = {
  define: { "import.meta.url": "bundleUrl" },
  banner: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;',
};

const root = join(import.meta.dir, "..");
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const begun = new Date();
const sources = sourcesNow(root);
for (const name of programs) await build(name);
const note = join(dist, builtNote);
writeFileSync(note, `${JSON.stringify({ bun: Bun.version, sources: sources.hash })}\n`);
// A source that was written during the build is newer than the note, so the sources run.
utimesSync(note, begun, begun);

async function build(name: BuiltProgram): Promise<void> {
  const { success, logs } = await Bun.build({
    entrypoints: [join(root, "src", name, "main.ts")],
    outdir: join(dist, name),
    target: "bun",
    format: "cjs",
    minify: true,
    bytecode: true,
    ...ownPath,
  });
  if (!success) throw new AggregateError(logs, `${name} could not be built`);
}
