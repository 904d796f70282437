// guild-hall project add: adds a repository as a project, with those of the proposed settings that the person takes.
import type { Proposal, ProposedLine, TakenSettings } from "../../contract/project/proposal.ts";
import { takeLines } from "../../rules/project/proposal/take.ts";
import type { Cli } from "../cli.ts";
import { getHall } from "../hall/get-hall.ts";
import { interruptedExit, pageStyle, printAside, printFound, printLines } from "../print.ts";
import { readCheckout } from "../read/read-checkout.ts";
import { readTakenLines } from "../read/read-taken-lines.ts";
import { landingHintLines } from "../render/hall/land-settings.ts";
import { addedLines } from "../render/hall/projects.ts";
import { proposalLines } from "../render/hall/proposal.ts";
import { flag, text, type CommandInput, type Done } from "../table/command.ts";

export async function add(cli: Cli, input: CommandInput): Promise<Done> {
  const checkout = readCheckout(cli, input);
  if ("ok" in checkout) return checkout;
  const { client } = await getHall(cli);
  const order = { ...checkout, branch: text(input, "branch"), integration: text(input, "integration") };
  const way = wayOf(cli, input);
  const plan = way === "add-alone" ? null : await client.projects.add({ ...order, dryRun: true });
  if (plan !== null && way === "only-show")
    return printFound(cli, input, {
      found: plan,
      lines: (found, style) => [...proposalLines(found.proposal, style), ...addedLines(found, style)],
    });
  const settings = plan === null ? null : await choose(cli, plan.proposal, way);
  if (settings === "interrupted") return interruptedExit(cli);
  const found = await client.projects.add({ ...order, ...(settings && { settings }), dryRun: false });
  if (flag(input, "json")) return printFound(cli, input, { found, lines: addedLines });
  const now = await client.projects.show(found.name);
  printLines(cli, [...addedLines(found, pageStyle(cli)), ...landingHintLines(found, now.settings)]);
  if (way === "add-alone") sayHowToTake(cli, found.proposal, checkout);
  return 0;
}

type Way = "only-show" | "add-alone" | "take-all" | "ask";

/** Without a terminal the project is added, and the proposal is only shown. */
function wayOf(cli: Cli, input: CommandInput): Way {
  if (flag(input, "dry-run")) return "only-show";
  if (flag(input, "yes")) return "take-all";
  const { stdinIsTty, stderrIsTty } = cli.console;
  return flag(input, "json") || !stdinIsTty || !stderrIsTty ? "add-alone" : "ask";
}

type Chosen = TakenSettings | null | "interrupted";

async function choose(cli: Cli, proposal: Proposal | undefined, way: Way): Promise<Chosen> {
  if (proposal === undefined || proposal.lines.length === 0) return null;
  const lines = way === "ask" ? await ask(cli, proposal) : proposal.lines.filter(({ advised }) => advised);
  if (lines === "interrupted") return lines;
  return lines.length === 0 ? null : takeLines(lines, proposal);
}

async function ask(cli: Cli, proposal: Proposal): Promise<ProposedLine[] | "interrupted"> {
  printLines(cli, proposalLines(proposal, pageStyle(cli)));
  for (let tries = 0; tries < 3; tries += 1) {
    cli.console.err("Write these settings? [y/N, or the numbers of those to write, such as 1 3] ");
    const answer = await cli.readAnswer();
    if (cli.console.stopped.aborted) return "interrupted";
    const taken = readTakenLines(proposal.lines, answer);
    if (taken !== null) return taken;
    printAside(cli, `Answer y, n, or numbers from 1 to ${proposal.lines.length}.`);
  }
  return [];
}

function sayHowToTake(
  cli: Cli,
  proposal: Proposal | undefined,
  { name, path }: { name: string; path: string },
): void {
  if (proposal === undefined || proposal.lines.length === 0) return;
  printLines(cli, proposalLines(proposal, pageStyle(cli)));
  printAside(cli, `None of it was written. To write it: guild-hall project add ${name} ${path} --yes`);
}
