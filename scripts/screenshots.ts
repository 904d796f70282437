// `npm run screenshots [-- --only NAME --home HOME]`: takes pictures of every view of the page, in two themes and two
// widths, into docs/assets/page/. Opens a stage (a throwaway hall with sample work), unless the home of a running stage
// is given.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import type { Client } from "../src/client/client.ts";
import { installed } from "../src/host/program.ts";
import { startBrowser } from "../test/harness/page/browser.ts";
import { findHall, linkTo, type StageHall } from "./page/stage-hall.ts";
import { openStage } from "./page/stage-open.ts";
import { shots } from "./page/shots.ts";
import { looks, type Place, takeShots } from "./page/take-shots.ts";

const { values } = parseArgs({
  options: {
    home: { type: "string" },
    only: { type: "string", multiple: true },
    into: { type: "string", default: installed("docs/assets/page") },
  },
});

if (values.home === undefined) {
  const stage = await openStage({ port: 0, say: (line) => console.error(`  ${line}`) });
  try {
    await photograph(stage.hall);
  } finally {
    await stage.close();
  }
} else await photograph(findHall(values.home));

async function photograph(hall: Pick<StageHall, "record" | "client">): Promise<void> {
  const { client } = hall;
  const ids = await idsByTitle(client);
  const places = placesOf((await client.status()).home);
  const path = (written: string) =>
    written.replace(/\{(.+)\}/, (_, title: string) => ids.get(title) ?? title);
  const wanted = shots.filter(({ name }) => values.only?.includes(name) ?? true);
  const complaints: string[] = [];
  mkdirSync(values.into, { recursive: true });
  const { browser, close } = await startBrowser([], "whole");
  let bytes = 0;
  try {
    for (const look of looks)
      bytes += await takeShots({
        browser,
        look,
        shots: wanted,
        directory: values.into,
        places,
        linkTo: (written) => linkTo(hall, path(written)),
        complain: (about) => void complaints.push(about),
      });
  } finally {
    await close();
  }
  for (const complaint of complaints) console.error(complaint);
  console.log(`${wanted.length * looks.length} pictures, ${Math.round(bytes / 1024)} kB, in ${values.into}`);
  if (complaints.length > 0) process.exitCode = 1;
}

/**
 * Returns this machine's directories with the names that pictures show instead. The stage's repositories are beside its
 * home.
 */
function placesOf(home: string): Place[] {
  return [
    [home, "~/.guild-hall"],
    [dirname(home), "~"],
    [dirname(installed("package.json")), "~/guild-hall"],
  ];
}

/** Returns the newest commission of each title. */
async function idsByTitle(client: Client): Promise<Map<string, string>> {
  const { commissions } = await client.list({ limit: 1000 });
  return new Map(commissions.reverse().map(({ title, id }) => [title, id]));
}
