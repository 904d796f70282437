// The commands that open the page and manage its known browsers: a part of the command table.
import type { Commands } from "./command.ts";
import { json } from "./options.ts";

const page = () => import("../commands/page.ts");

export const pageCommands: Commands = {
  open: {
    summary: "Open the hall's page in your browser",
    parameters: [{ name: "id", optional: true }],
    options: { print: { type: "boolean", summary: "only print the link" } },
    examples: [
      { line: "guild-hall open", says: "everything at a glance" },
      { line: "guild-hall open 0197f3a2-7c1b", says: "one commission" },
      { line: "guild-hall open --print", says: "for a browser that you open yourself" },
    ],
    more: "The link makes one browser known to the hall. It works once, within ten minutes, and while this hall runs; from then on that browser needs no link. The link is on no command line, because a file that only you can read leads the browser there. From another machine, forward the hall's port under the same number.",
    load: async () => (await page()).open,
  },
  "browsers list": {
    summary: "List the browsers that the hall knows",
    parameters: [],
    options: { json },
    examples: [{ line: "guild-hall browsers list", says: "each with the day it came in" }],
    load: async () => (await page()).listBrowsers,
  },
  "browsers forget": {
    summary: "Sign a browser out, so that the hall no longer knows it",
    parameters: [{ name: "key", optional: true }],
    options: { all: { type: "boolean", summary: "every browser" }, json },
    examples: [
      { line: "guild-hall browsers forget 3f9a", says: "the browser whose key begins with 3f9a" },
      { line: "guild-hall browsers forget --all", says: "every browser has to come in again" },
    ],
    more: "On the page itself, Sign out does the same for its own browser.",
    load: async () => (await page()).forgetBrowsers,
  },
};
