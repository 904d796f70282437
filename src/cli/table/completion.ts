// The command that prints a completion script: a part of the command table.
import type { Commands } from "./command.ts";

const completion = () => import("../commands/completion.ts");

export const completionCommands: Commands = {
  completion: {
    summary: "Print a completion script for your shell",
    parameters: [{ name: "shell", values: ["bash", "zsh", "fish"] }],
    options: {},
    examples: [
      {
        line: "source <(guild-hall completion bash)",
        says: "for this shell; put it into ~/.bashrc to keep it",
      },
      { line: "guild-hall completion fish > ~/.config/fish/completions/guild-hall.fish", says: "for fish" },
    ],
    load: async () => (await completion()).completion,
  },
};
