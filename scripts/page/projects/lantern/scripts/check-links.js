// Checks that every relative link in the documents leads to a file.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const documents = ["README.md", ...readdirSync("docs").map((name) => join("docs", name))].filter((path) =>
  path.endsWith(".md"),
);
const broken = documents.flatMap((path) =>
  [...readFileSync(path, "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)]
    .filter(([, target = ""]) => !existsSync(join(dirname(path), target)))
    .map(([, target]) => `${path}: ${target} is not there`),
);
for (const line of broken) console.error(line);
console.log(`${documents.length} documents, ${broken.length} broken links`);
process.exit(broken.length > 0 ? 1 : 0);
