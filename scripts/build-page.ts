// Builds the page in web/ into web/dist, with compressed copies of the larger files, which the hall serves as they
// are. `--watch` rebuilds at each change.
import react from "@vitejs/plugin-react";
import { Glob } from "bun";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { routesPlugin } from "./page/routes-plugin.ts";

const root = join(import.meta.dir, "../web");
const dist = join(root, "dist");
const isWatching = process.argv.includes("--watch");

await build({
  root,
  configFile: false,
  logLevel: "warn",
  plugins: [react(), routesPlugin()],
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: "es2024",
    cssTarget: "chrome130",
    // Fonts and icons stay files: a data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    // Preloads styles only: if the hall is down when a script is preloaded, the browser never requests it
    // again.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_url, files) => files.filter((file) => file.endsWith(".css")),
    },
    // Bundles the home view into one script and one stylesheet: nineteen small files took longer to load than their
    // content.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "hall", tags: ["$initial"] }] } } },
    chunkSizeWarningLimit: 700, // in kB, uncompressed; a test limits what the home view loads
    watch: isWatching ? {} : null,
  },
});

if (!isWatching) pack();

function pack(): void {
  const files = [...new Glob("**/*.{html,js,css,svg}").scanSync(dist)];
  for (const file of files) {
    const path = join(dist, file);
    const content = readFileSync(path);
    if (content.length < 1024) continue;
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
  }
}
