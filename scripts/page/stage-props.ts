// Prepares the home of the stage (a throwaway hall with sample work) before the hall starts: its settings, a broken
// package and a broken guild member.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { homeLayout } from "../../src/contract/home/home-layout.ts";

const config = `# The hall of the stage.
version: 1
slots: 5 # two cores, but workers wait most of the time

limits:
  maxBudgetUsd: 8 # nobody spends more than this on one commission
`;

export function layProps(home: string): void {
  const { root, packages, guildMembers } = homeLayout(home);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  writeFileSync(join(root, "config.yaml"), config);
  layCartographer(join(packages, "cartographer"));
  layHerald(join(guildMembers, "herald"));
}

/** Writes a package whose posture file is missing. */
function layCartographer(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const identity = {
    name: "cartographer",
    title: "Drawer of Maps",
    description: "Draws how the parts of a project hang together.",
  };
  const guildHall = { type: "worker", identity, posture: "./posture.md", files: "read" };
  const about = {
    name: "guild-hall-worker-cartographer",
    private: true,
    type: "module",
    main: "./index.ts",
    guildHall,
  };
  writeFileSync(join(directory, "index.ts"), "export const activate = () => ({});\n");
  writeFileSync(join(directory, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
}

/** Writes a guild member whose manifest has an unknown transport. */
function layHerald(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const manifest = {
    name: "herald",
    displayName: "Herald",
    description: "Tells people what came back.",
    version: "0.2.0",
    transport: "carrier-pigeon",
    mcp: { command: "bun", args: ["run", "server.ts", "--port", "${PORT}"] },
  };
  writeFileSync(join(directory, "guild-member.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
