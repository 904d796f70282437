// What home loads, as it was built: held here at every change, and measured in a browser by the benchmark.
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";

const built = "web/dist";

/** The scripts that the document names, and all that those import at once. */
function scriptsOfHome(): string[] {
  const named = [...read("index.html").matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(
    ([, path = ""]) => path,
  );
  const found = new Set<string>();
  const add = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    const directory = path.slice(0, path.lastIndexOf("/") + 1);
    for (const [, other = ""] of read(path).matchAll(/(?:^|[;\s])(?:import|from)\s*"\.\/([^"]+\.js)"/g))
      add(directory + other);
  };
  named.forEach(add);
  return [...found];
}

function read(path: string): string {
  return readFileSync(`${built}/${path}`, "utf8");
}

test.skipIf(!existsSync(`${built}/index.html`))("home loads at most 250 kB of packed scripts", () => {
  const scripts = scriptsOfHome();
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.reduce((sum, path) => sum + Bun.gzipSync(read(path)).length, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(250_000);
});
