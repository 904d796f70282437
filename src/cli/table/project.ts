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
      yes: { type: "boolean", summary: "write the proposed settings without a question" },
      "dry-run": dryRun,
      json,
    },
    examples: [
      { line: "guild-hall project add .", says: "the checkout you are in, named after its directory" },
      { line: "guild-hall project add acme . --dry-run", says: "what would be made, and what is in the way" },
      { line: "guild-hall project add acme ../acme", says: "the top of your checkout" },
      {
        line: "guild-hall project add acme ../acme --branch develop",
        says: "if you work on another branch",
      },
      { line: "guild-hall project add acme ../acme --yes", says: "with all the settings that it proposes" },
    ],
    more: "If you give one word, it is the path: it begins with . or ~ or has a slash in it, and the project is named after its directory. The command makes the integration branch in the repository, and its worktree in the hall's home. Nothing else in the repository changes: not your checkout, your branches, your configuration or your hooks. If you run the command again, it makes what is missing. It looks at manifests and lock files on your branch, runs nothing, and proposes how to set up and check the project, with a reason for each line. Answer y to write all of them, or the numbers of the lines to leave out. A setting that the project has already stays as it is.",
    load: async () => (await import("../commands/add-project.ts")).add,
  },
  "project list": {
    summary: "List the projects with the state of their branches and their problems",
    parameters: [],
    options: { json },
    examples: [
      {
        line: "guild-hall project list",
        says: "including projects that are only a name for memory and limits",
      },
    ],
    load: async () => (await project()).list,
  },
  "project show": {
    summary: "Show one project: its branches, its settings and the work in progress",
    parameters: [name],
    options: { json },
    examples: [{ line: "guild-hall project show acme", says: "also which files several commissions change" }],
    load: async () => (await project()).show,
  },
  "project ahead": {
    summary: "List the commits that finished work has put ahead of your branch",
    parameters: [name],
    options: { json },
    examples: [{ line: "guild-hall project ahead acme", says: "newest first, each with its commission" }],
    more: '"guild-hall take" brings them to your branch.',
    load: async () => (await project()).ahead,
  },
  "project diff": {
    summary: "Show what finished work would change on your branch, as one diff or one commit alone",
    parameters: [name, { name: "commit", optional: true }],
    options: {
      stat: { type: "boolean", summary: "show only the files, and how many lines changed in each" },
      path: { type: "string", value: "PATH", summary: "only this file" },
      json,
    },
    examples: [
      { line: "guild-hall project diff acme", says: "all of it together" },
      { line: "guild-hall project diff acme 1a2b3c4 --stat", says: "one commit, by its first characters" },
    ],
    load: async () => (await project()).diff,
  },
  "project documents": {
    summary: "List the documents that a commission of a project can wait for",
    parameters: [name, { name: "text", optional: true }],
    options: { json },
    examples: [
      { line: "guild-hall project documents acme", says: "the documents on its integration branch" },
      { line: 'guild-hall project documents acme "plan md"', says: "only paths with both words in them" },
    ],
    more: 'Each is a path for "guild-hall commission --after". That option also takes the path of a document that does not exist yet: the commission waits until it does.',
    load: async () => (await project()).documents,
  },
  "project sync": {
    summary: "Bring a project's integration branch up to date with your branch",
    parameters: [name],
    options: { "dry-run": dryRun, json },
    examples: [
      { line: "guild-hall project sync acme --dry-run", says: "what would be done" },
      { line: "guild-hall project sync acme", says: "does it; exits 1 if the two branches conflict" },
    ],
    more: "The command changes neither your branch nor your checkout, fetches nothing, and loses nothing of either history. It recognises work that you merged, squashed or rebased elsewhere by its files.",
    load: async () => (await project()).sync,
  },
  "project approve": {
    summary: "Show files whose set-up needs the network, and approve them",
    parameters: [name, { name: "tree" }],
    options: {
      yes: { type: "boolean", summary: "approve the files; without it the command only shows them" },
      json,
    },
    examples: [
      { line: "guild-hall project approve acme TREE", says: "how they differ from your branch" },
      { line: "guild-hall project approve acme TREE --yes", says: "the work that waited for it continues" },
    ],
    more: 'A project\'s set-up runs what is in the files: the scripts of a manifest, or whatever it installs. So the hall gives it the network by itself only on files that are exactly as your branch has them. "guild-hall needs" names the work that waits, with its tree. An approval is for that tree alone, and for later work that leaves its manifests and lock files as they are.',
    load: async () => (await project()).approve,
  },
  "project remove": {
    summary: "Remove a project; its branches and its memory stay",
    parameters: [name],
    options: { "dry-run": dryRun, json },
    examples: [
      { line: "guild-hall project remove acme --dry-run", says: "what would be removed, and what stays" },
      {
        line: "guild-hall project remove acme",
        says: "the hall refuses while one of its commissions has not ended",
      },
    ],
    more: "The command removes the project's entry from config.yaml with all its settings, and its worktree from the hall's home if everything in it is in a commit.",
    load: async () => (await project()).remove,
  },
};
