// guild-hall package ...: creates, checks, installs and removes workers and toolboxes, without a hall.
import { relative, resolve } from "node:path";
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import {
  addPackage,
  type PackageAsks,
  linkPackage,
  type ListedPackage,
  listPackages,
  makePackage,
  removePackage,
  validatePackage,
} from "../offline/packages.ts";
import { pageStyle, printFound, printJson, printLines } from "../print.ts";
import { asksLines, validatedLines } from "../render/hall/asks.ts";
import { tableLines } from "../render/table.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";

export async function create(cli: Cli, input: CommandInput): Promise<Done> {
  const kind = parameter(input, 0) === "toolbox" ? "toolbox" : "worker";
  const name = parameter(input, 1);
  const directory = resolve(cli.console.directory, text(input, "in") ?? ".", name);
  const made = await makePackage(cli, { kind, name, directory });
  if (!made.ok) return made;
  const shown = oneLine(relative(cli.console.directory, directory) || ".", 4000);
  printLines(cli, [
    `The ${kind} "${name}" is in ${shown}:`,
    ...made.paths.map((path) => `  ${path}`),
    "",
    `guild-hall package rehearse ${shown}`,
    cli.paint.dim("    plays its rehearsal, without an account"),
    `guild-hall package link ${shown}`,
    cli.paint.dim("    lets the hall use it in place, while you work on it"),
  ]);
  return 0;
}

export async function validate(cli: Cli, input: CommandInput): Promise<Done> {
  const directory = resolve(cli.console.directory, parameter(input, 0));
  const found = await validatePackage(cli, { directory, runsCode: !flag(input, "metadata-only") });
  const { asks, problems, warnings } = found;
  const ok = problems.length === 0;
  printFound(cli, input, {
    found: { ok, directory, problems, warnings, asks },
    lines: (shown, style) => validatedLines(shown, { ...style, sound: "The package is sound." }),
  });
  return ok ? 0 : 1;
}

export async function add(cli: Cli, input: CommandInput): Promise<Done> {
  const isJson = flag(input, "json");
  let asks: PackageAsks | undefined;
  const done = await addPackage(cli, {
    from: parameter(input, 0),
    dryRun: flag(input, "dry-run"),
    show: (found) => {
      asks = found;
      if (!isJson) printLines(cli, [...asksLines(found, pageStyle(cli)), ""]);
    },
  });
  if (!done.ok) return done;
  const { directory = null, movedTo = null } = done.added ?? {};
  if (isJson) printJson(cli, { ...asks, directory, movedTo });
  else printLines(cli, addedLines({ directory, movedTo }));
  return 0;
}

function addedLines({ directory, movedTo }: { directory: string | null; movedTo: string | null }): string[] {
  if (directory === null) return ["Nothing was changed."];
  const before = movedTo === null ? [] : [`The old package is in the trash: ${oneLine(movedTo, 4000)}.`];
  return [`Added to ${oneLine(directory, 4000)}.`, ...before];
}

/** Links a directory, so that the hall uses it in place while its author works on it. */
export async function link(cli: Cli, input: CommandInput): Promise<Done> {
  const linked = await linkPackage(cli, parameter(input, 0));
  if (!linked.ok) return linked;
  printLines(cli, [
    ...asksLines(linked.asks, pageStyle(cli)),
    "",
    `Linked: each session takes ${oneLine(linked.directory, 4000)} as it is when the session starts.`,
  ]);
  return 0;
}

export async function remove(cli: Cli, input: CommandInput): Promise<Done> {
  const name = parameter(input, 0);
  const removed = await removePackage(cli, name);
  if (!removed.ok) return removed;
  const how =
    removed.movedTo === null
      ? `"${name}" is no longer linked. The directory behind the link is unchanged.`
      : `"${name}" was moved to the trash: ${oneLine(removed.movedTo, 4000)}.`;
  printLines(cli, [how]);
  return 0;
}

export async function list(cli: Cli, input: CommandInput): Promise<Done> {
  const packages = await listPackages(cli);
  return printFound(cli, input, { found: { packages }, lines: () => packageLines(cli, packages) });
}

function packageLines(cli: Cli, packages: readonly ListedPackage[]): string[] {
  if (packages.length === 0)
    return ['No package was added. "guild-hall workers" shows those that came with the hall.'];
  const rows = packages.map((one) => row(cli, one));
  return [
    ...tableLines({ head: ["NAME", "KIND", "STATE", "FROM"], rows }, pageStyle(cli)),
    ...packages.flatMap(({ name, problems }) =>
      problems.map((text) => cli.paint.yellow(`problem: ${oneLine(`${name}: ${text}`, 4000)}`)),
    ),
  ];
}

function row({ paint }: Cli, { name, kinds, state, from }: ListedPackage) {
  const brush = state === "broken" || state === "changed" ? { brush: paint.yellow } : {};
  return [
    { text: oneLine(name, 40) },
    { text: kinds.join(", ") },
    { text: state, ...brush },
    { text: oneLine(from ?? "put there by hand", 4000) },
  ];
}
