// guild-hall demo: shows one rehearsed commission from start to end, in a home that is removed afterwards.
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import { demoOrder } from "../../rules/prompt/demo.ts";
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import type { FoundHall } from "../hall/find-hall.ts";
import { openPage } from "../hall/open-page.ts";
import { pageLink } from "../hall/page-link.ts";
import { withThrowawayHall } from "../hall/throwaway-hall.ts";
import { followToEnd } from "../live/follow.ts";
import { createView } from "../live/view.ts";
import { interruptedExit, pageStyle, printLines } from "../print.ts";
import { endingWithResult } from "../render/commission/ending.ts";

export async function demo(cli: Cli, input: CommandInput): Promise<Done> {
  const once = flag(input, "once");
  return withThrowawayHall(cli, {
    name: "demo",
    sampleProject: cli.installed("demo/project"),
    use: (hall) => show(cli, { hall, once }),
  });
}

async function show(cli: Cli, { hall, once }: { hall: FoundHall; once: boolean }): Promise<number> {
  if (cli.console.stopped.aborted) return interruptedExit(cli);
  const rehearsal = await readFile(cli.installed("demo/rehearsal.yaml"), "utf8");
  const link = await pageLink(hall);
  printLines(cli, introduction(cli, link));
  const opening = once ? undefined : showInBrowser(cli, { home: hall.record.home, link });
  const { id } = await hall.client.create({ ...demoOrder, rehearsal, labels: ["demo"] }, cli.newKey());
  const following = { client: hall.client, id, signal: cli.console.stopped, clock: cli.clock };
  const detail = await followToEnd(following, createView(cli));
  if (!detail) return interruptedExit(cli);
  const completed = detail.status === "completed";
  const result = completed ? await hall.client.result(id) : undefined;
  printLines(cli, endingWithResult({ detail, result }, pageStyle(cli)));
  if (!completed) return 1;
  if (once) printLines(cli, ["", cli.paint.dim("The throwaway home, with these files, is removed now.")]);
  else await stay(cli, { hall, detail });
  await opening;
  return 0;
}

/** Opens the browser, but only from an interactive terminal. A failure is ignored, because the link is printed too. */
async function showInBrowser(cli: Cli, to: { home: string; link: string }): Promise<void> {
  if (cli.console.stdoutIsTty && cli.console.stdinIsTty) await openPage(cli, to).catch(() => undefined);
}

function introduction({ paint }: Cli, link: string): string[] {
  return [
    paint.bold("Guild Hall demo"),
    "A researcher looks into a small project. The worker, its tools and the claude",
    "program are real; only the model is played from a script, a rehearsal. So this",
    "needs no account and costs nothing. Follow it here, or in your browser:",
    `  ${paint.bold(link)}`,
    "",
  ];
}

async function stay(cli: Cli, shown: { hall: FoundHall; detail: CommissionDetail }): Promise<void> {
  const { paint } = cli;
  const { hall, detail } = shown;
  const launcher = relative(cli.console.directory, cli.installed("bin/guild-hall.js"));
  printLines(cli, [
    "",
    "The hall stays up. All of this, in your browser:",
    `  ${paint.bold(await pageLink(hall, detail.id))}`,
    "In another terminal, try:",
    `  export GUILD_HALL_HOME=${hall.record.home}`,
    `  node ${launcher} show ${detail.id.slice(0, 13)}`,
    `  node ${launcher} list`,
    `  node ${launcher} workers`,
    "With a key of your own and without that export, a hall that asks Claude:",
    `  ANTHROPIC_API_KEY=... node ${launcher} up`,
    paint.dim("Ctrl-C stops it and removes everything."),
  ]);
  await stopped(cli.console.stopped);
}

function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
