// The commands for the hall's settings: a part of the command table.
import type { Commands, Parameter } from "./command.ts";
import { json } from "./options.ts";
import { configKeys, configSections, isUnderMap } from "../../contract/home/config.ts";

const config = () => import("../commands/config.ts");
const configFile = () => import("../commands/config-file.ts");

const configKey: Parameter = { name: "key", values: configKeys, accepts: isUnderMap };

export const configCommands: Commands = {
  "config show": {
    summary: "Show the configuration in force, and which values are defaults",
    parameters: [{ ...configKey, values: [...configSections, ...configKeys], optional: true }],
    options: { json },
    examples: [
      { line: "guild-hall config show", says: "every key with its value" },
      { line: "guild-hall config show slots", says: "one value, for scripts" },
      { line: "guild-hall config show projects", says: "every project with its settings" },
    ],
    more: "If a hall runs, these are the settings that it uses. If none runs, these are the settings that the next hall would use.",
    load: async () => (await config()).show,
  },
  "config set": {
    summary: "Set one key in config.yaml; everything else in it stays",
    parameters: [configKey, { name: "value" }],
    options: {},
    examples: [
      { line: "guild-hall config set slots 3", says: "a running hall takes it over by itself" },
      { line: "guild-hall config set limits.maxSeconds null", says: "no time limit" },
      { line: 'guild-hall config set fetch.deny "example.org, *.example.net"', says: "a list, with commas" },
      { line: 'guild-hall config set checks.test "npm test"', says: "a command for the toolbox verify" },
      { line: 'guild-hall config set projects.acme "{}"', says: "a project with all its defaults" },
    ],
    load: async () => (await config()).set,
  },
  "config unset": {
    summary: "Remove one key from config.yaml, so that its default holds",
    parameters: [configKey],
    options: {},
    examples: [
      { line: "guild-hall config unset slots", says: "back to the default" },
      { line: "guild-hall config unset projects.acme", says: "with all its settings" },
    ],
    load: async () => (await config()).unset,
  },
  "config validate": {
    summary: "Check config.yaml, or another file, and name every mistake with its line",
    parameters: [{ name: "file", completes: "files", optional: true }],
    options: { json },
    examples: [
      { line: "guild-hall config validate", says: "exits 0 if it is good, else 1" },
      { line: "guild-hall config validate draft.yaml", says: "a draft, before the hall uses it" },
    ],
    load: async () => (await configFile()).validate,
  },
  "config path": {
    summary: "Print where config.yaml is, or would be",
    parameters: [],
    options: {},
    examples: [{ line: "guild-hall config path", says: "for an editor, or for a backup" }],
    load: async () => (await configFile()).path,
  },
};
