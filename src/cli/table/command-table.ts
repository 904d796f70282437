// Lists every command of guild-hall. Parsing, --help, completion and docs/guide/cli.md all come from this table.
import type { Commands } from "./command.ts";
import { commissionCommands } from "./commission.ts";
import { completionCommands } from "./completion.ts";
import { configCommands } from "./config.ts";
import { hallCommands } from "./hall.ts";
import { landingCommands } from "./landing.ts";
import { memberCommands } from "./members.ts";
import { memoryCommands } from "./memory.ts";
import { packageCommands } from "./package.ts";
import { projectCommands } from "./project.ts";
import { rehearsalCommands } from "./rehearsal.ts";
import { takeCommands } from "./take.ts";
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
  {
    title: "The hall",
    commands: hallCommands,
    guides: { "run-the-hall.md": "Run the hall", "open-the-page.md": "Open the page" },
  },
  { title: "Workers", commands: workerCommands, guides: { "hand-over-work.md": "Hand over work" } },
  {
    title: "Commissions",
    commands: commissionCommands,
    guides: {
      "hand-over-work.md": "Hand over work",
      "follow-work.md": "Follow work",
      "review-work.md": "Review work",
      "needs.md": "What needs you",
      "follow-up.md": "Work that follows",
    },
  },
  {
    title: "Finished work",
    commands: { ...landingCommands, ...takeCommands },
    guides: { "review-and-take-over.md": "Review and take over" },
  },
  {
    title: "Disk space and costs",
    commands: upkeepCommands,
    guides: { "upkeep.md": "Disk space and costs" },
  },
  { title: "Rehearsals", commands: rehearsalCommands, guides: { "rehearsals.md": "Rehearsals" } },
  {
    title: "Projects",
    commands: projectCommands,
    guides: { "projects.md": "Projects", "manage-projects.md": "Manage projects" },
  },
  { title: "Memory", commands: memoryCommands, guides: { "memory.md": "Memory" } },
  {
    title: "Packages",
    commands: packageCommands,
    guides: {
      "packages.md": "Packages",
      "write-a-worker.md": "Write a worker",
      "write-a-toolbox.md": "Write a toolbox",
      "rehearse-it.md": "Rehearse it",
    },
  },
  {
    title: "Guild members",
    commands: memberCommands,
    guides: { "guild-members.md": "Guild members", "manage-members.md": "Manage guild members" },
  },
  { title: "Configuration", commands: configCommands, guides: { "configuration.md": "Configuration" } },
  { title: "Your shell", commands: completionCommands, guides: { "scripting.md": "Scripts and exit codes" } },
];

export const commandTable: Commands = Object.fromEntries(
  chapters.flatMap(({ commands }) => Object.entries(commands)),
);
