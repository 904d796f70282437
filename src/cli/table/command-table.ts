// Every command of guild-hall. Parsing, --help, completion and docs/guide/cli.md all come from this table.
import type { Commands } from "./command.ts";
import { commissionCommands } from "./commission.ts";
import { completionCommands } from "./completion.ts";
import { configCommands } from "./config.ts";
import { hallCommands } from "./hall.ts";
import { memberCommands } from "./members.ts";
import { memoryCommands } from "./memory.ts";
import { packageCommands } from "./package.ts";
import { projectCommands } from "./project.ts";
import { rehearsalCommands } from "./rehearsal.ts";
import { upkeepCommands } from "./upkeep.ts";
import { workerCommands } from "./workers.ts";

/** A chapter of the reference. */
export interface Chapter {
  title: string;
  commands: Commands;
  /** The pages in docs/guide/ that explain these commands, with the title of each. */
  guides: Readonly<Record<string, string>>;
}

/** In the order of --help. */
export const chapters: readonly Chapter[] = [
  { title: "The hall", commands: hallCommands, guides: {} },
  { title: "Workers", commands: workerCommands, guides: {} },
  { title: "Commissions", commands: commissionCommands, guides: {} },
  { title: "Disk space and costs", commands: upkeepCommands, guides: {} },
  { title: "Rehearsals", commands: rehearsalCommands, guides: {} },
  { title: "Projects", commands: projectCommands, guides: {} },
  { title: "Memory", commands: memoryCommands, guides: {} },
  { title: "Packages", commands: packageCommands, guides: {} },
  { title: "Guild members", commands: memberCommands, guides: {} },
  { title: "Configuration", commands: configCommands, guides: {} },
  { title: "Your shell", commands: completionCommands, guides: {} },
];

export const commandTable: Commands = Object.fromEntries(
  chapters.flatMap(({ commands }) => Object.entries(commands)),
);
