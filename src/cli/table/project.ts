// The commands about projects: a part of the command table.
import type { Commands, Option, Parameter } from "./command.ts";
import { json } from "./options.ts";

const project = () => import("../commands/project.ts");

const dryRun: Option = { type: "boolean", summary: "only say what would be done" };
const name: Parameter = { name: "name" };

export const projectCommands: Commands = {
  "project add": {
    summary: "Add a git repository of yours, for workers to work on",
    parameters: [
      { name: "name", completes: "files" },
      { name: "path", completes: "files", optional: true },
    ],
    options: {
      branch: { type: "string", value: "B", summary: "your branch; by default the one checked out" },
      integration: {
        type: "string",
        value: "B",
        summary: "the branch that finished work goes to (default: claude/main)",
      },
      "dry-run": dryRun,
      json,
    },
    examples: [
      { line: "guild-hall project add .", says: "the checkout you are in, named after its directory" },
      { line: "guild-hall project add acme . --dry-run", says: "what would be made, and what is in the way" },
      { line: "guild-hall project add acme ../acme", says: "the top of your checkout" },
      {
        line: "guild-hall project add acme ../acme --branch develop",
        says: "where you work on another branch",
      },
    ],
    more: "With one word it is the path, which then begins with . or ~ or has a slash in it, and the project is named after its directory. Makes the integration branch in the repository, and its worktree in the hall's home. Nothing else in the repository changes: not your checkout, your branches, your configuration or your hooks. Done again, it makes what is missing.",
    load: async () => (await project()).add,
  },
  "project list": {
    summary: "List the projects: how their branches stand, and what is wrong with them",
    parameters: [],
    options: { json },
    examples: [
      { line: "guild-hall project list", says: "with those that are only a name for memory and limits" },
    ],
    load: async () => (await project()).list,
  },
  "project show": {
    summary: "Show one project: its branches, settings, and what is being worked on",
    parameters: [name],
    options: { json },
    examples: [{ line: "guild-hall project show acme", says: "also which files several commissions change" }],
    load: async () => (await project()).show,
  },
  "project documents": {
    summary: "List the documents that a commission of a project can wait for",
    parameters: [name, { name: "text", optional: true }],
    options: { json },
    examples: [
      { line: "guild-hall project documents acme", says: "what is on its integration branch" },
      { line: 'guild-hall project documents acme "plan md"', says: "only paths with both words in them" },
    ],
    more: "Each is a path that --after of commission takes. One that is not there yet may be named there, too: the commission waits until it is.",
    load: async () => (await project()).documents,
  },
  "project sync": {
    summary: "Bring a project's integration branch up to date with your branch",
    parameters: [name],
    options: { "dry-run": dryRun, json },
    examples: [
      { line: "guild-hall project sync acme --dry-run", says: "what would be done" },
      { line: "guild-hall project sync acme", says: "does it; exits 1 where the two do not go together" },
    ],
    more: "Your branch and your checkout stay as they are, nothing is fetched, and nothing that was in either history is lost. Work that you merged, squashed or rebased elsewhere is recognised by its files.",
    load: async () => (await project()).sync,
  },
  "project approve": {
    summary: "Look at files whose set-up needs the network, and let it have it",
    parameters: [name, { name: "tree" }],
    options: {
      yes: { type: "boolean", summary: "approve them; without it they are only shown" },
      json,
    },
    examples: [
      { line: "guild-hall project approve acme TREE", says: "how they differ from your branch" },
      { line: "guild-hall project approve acme TREE --yes", says: "what waited for it goes on" },
    ],
    more: 'A project\'s set-up with the network runs what is in the files: scripts of a manifest, or whatever it installs. So it gets the network by itself only on files that are exactly as your branch has them. "guild-hall needs" names what waits, with its tree; an approval is for that tree alone, and for later work that leaves its manifests and lock files as they are.',
    load: async () => (await project()).approve,
  },
  "project remove": {
    summary: "Remove a project; its branches and what is remembered of it stay",
    parameters: [name],
    options: { "dry-run": dryRun, json },
    examples: [
      { line: "guild-hall project remove acme --dry-run", says: "what would go, and what stays" },
      { line: "guild-hall project remove acme", says: "refused while commissions of it have not ended" },
    ],
    more: "Takes away its entry in config.yaml with all its settings, and its worktree in the hall's home, where everything in it is in a commit.",
    load: async () => (await project()).remove,
  },
};
