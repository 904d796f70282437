// The program that tries a package's code: `main.ts --directory D --home H --mark M`. It prints the problems last on
// standard output, after the text M, because the package may print there too.
import { parseArgs } from "node:util";
import { z } from "zod";
import { homeLayout } from "../../contract/home/home-layout.ts";
import { systemClock } from "../../host/clock.ts";
import { dieOnUncaught, installed } from "../../host/program.ts";
import { packagePlaces } from "../roster/places.ts";
import { tryCode } from "./try-code.ts";

const { values } = parseArgs({
  options: { directory: { type: "string" }, home: { type: "string" }, mark: { type: "string" } },
});
const { directory, home, mark } = z
  .object({ directory: z.string().startsWith("/"), home: z.string().startsWith("/"), mark: z.string() })
  .parse(values);

dieOnUncaught((line) => void process.stderr.write(`${line}\n`));
const problems = await tryCode({
  directory,
  places: packagePlaces({ installed, home: homeLayout(home), more: [] }),
  load: (entry) => import(entry),
  clock: systemClock,
});
process.stdout.write(`\n${mark}${JSON.stringify(problems)}\n`, () => process.exit(0));
