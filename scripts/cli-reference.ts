// Builds the text of docs/guide/cli.md from the command table.
import { aligned, optionRows, usageLine } from "../src/cli/help.ts";
import type { CliCommand } from "../src/cli/table/command.ts";
import { type Chapter, chapters } from "../src/cli/table/command-table.ts";

const introduction = `# The command line

\`guild-hall <command>\` does everything that Guild Hall can do. In a clone of the repository, \`node bin/guild-hall.js\` is the same program. This page lists every command with its options and examples; \`npm run docs:cli\` writes it from the command table. \`guild-hall <command> --help\` shows the same in your terminal, with more explanation for some commands.

- An \`<id>\` may be any unique beginning of a commission's id, of at least four characters.
- Exit codes, environment variables, \`--json\` and pipes: [Scripts and exit codes](scripting.md).
- \`-h\` or \`--help\` after a command shows its help, and \`--version\` alone the release.
`;

export function cliReference(): string {
  return [introduction, ...chapters.map(chapterText)].join("\n");
}

function chapterText({ title, commands, guides }: Chapter): string {
  const links = Object.entries(guides).map(([file, name]) => `[${name}](${file})`);
  return [
    `## ${title}\n`,
    `Explained in ${links.join(", ")}.\n`,
    ...Object.entries(commands).map(([name, command]) => commandText(name, command)),
  ].join("\n");
}

function commandText(name: string, command: CliCommand): string {
  const rows = optionRows(command);
  return [
    `### guild-hall ${name}\n`,
    `${command.summary}.\n`,
    "```text",
    usageLine({ name, command }),
    ...(rows.length === 0 ? [] : aligned(rows)),
    "```\n",
    "```sh",
    ...command.examples.map(({ line, says }) => `${line}  # ${says}`),
    "```\n",
  ].join("\n");
}
