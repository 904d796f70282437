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
    more: "The link makes a browser known to the hall: once, within ten minutes, and while this hall runs. It is on no command line: the browser is led there by a file that only you can read. From then on that browser needs no link. From another machine, forward the hall's port under the same number.",
    load: async () => (await page()).open,
  },
  "browsers list": {
    summary: "List the browsers that the hall knows",
    parameters: [],
    options: { json },
    examples: [{ line: "guild-hall browsers list", says: "with when each came in" }],
    load: async () => (await page()).listBrowsers,
  },
  "browsers forget": {
    summary: "Sign a browser out: the hall knows it no longer",
    parameters: [{ name: "key", optional: true }],
    options: { all: { type: "boolean", summary: "every browser" }, json },
    examples: [
      { line: "guild-hall browsers forget 3f9a", says: "the one whose key begins so" },
      { line: "guild-hall browsers forget --all", says: "each has to come in again" },
    ],
    more: "On the page itself, Sign out does the same for its own browser.",
    load: async () => (await page()).forgetBrowsers,
  },
};
