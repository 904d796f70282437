// Reads all packages of one directory in a fresh process, as every workbench does at its start, and prints how long
// that took.
import { discoverPackages } from "../src/guild/roster/discover.ts";

const [directory = ""] = process.argv.slice(2);
const begun = performance.now();
const { workers, problems } = await discoverPackages([{ directory, source: "added" }]);
process.stdout.write(
  `${JSON.stringify({ ms: performance.now() - begun, workers: workers.length, problems })}\n`,
);
