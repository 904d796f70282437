// Returns the files of a new worker package.
import { fileTools } from "../../contract/package/package.ts";
import { systemToolsIn } from "../../contract/package/system-toolboxes.ts";
import { json, type ScaffoldFiles, titleFrom } from "./scaffold-text.ts";

export function workerFiles(name: string): ScaffoldFiles {
  return {
    "package.json": json(packageFile(name)),
    "index.ts": entry,
    "posture.md": posture(name),
    "rehearsals/first.yaml": rehearsal(name),
    "README.md": readme(name),
  };
}

function packageFile(name: string): object {
  return {
    name: `guild-hall-worker-${name}`,
    version: "0.1.0",
    type: "module",
    main: "./index.ts",
    guildHall: {
      type: "worker",
      identity: {
        name,
        title: titleFrom(name),
        description: "What it does, for whom, and what it hands in, in one or two sentences.",
      },
      posture: "./posture.md",
      toolboxes: [],
      builtInTools: [],
      files: "read",
      checkout: "sparse",
      limits: { maxTurns: 150, maxBudgetUsd: 5 },
    },
  };
}

const entry = `// The hall calls this once for each commission, with all that it resolved for it. It may return less, never more.
import type { Activate } from "guild-hall/kit";

export const activate: Activate = ({ posture, guidance, memory }) => ({
  systemPrompt: [posture, guidance, memory].filter((part) => part !== "").join("\\n\\n"),
});
`;

function posture(name: string): string {
  return `# You are the ${name.replaceAll("-", " ")}

Say here for whom you work and what they do with what you hand in: everything below follows from it.

## How you work

1. **Read the task twice**, and say to yourself what would make it done.
2. **Look at what is at hand before you write.** Name the file and the line that a claim rests on.
3. **Try to break your own answer** before you hand it in.

## What you remember

Remember what cost you time and will come up again, with write_memory. Do not remember what stands in the files, or what only this task needed.

## How you report

Lead with the answer. Then what it rests on. Then what you did not look at.
`;
}

/** Returns a rehearsal that lists the exact tools, so that it fails as soon as the worker's tools change. */
function rehearsal(name: string): string {
  const tools = [...fileTools.read, ...systemToolsIn("commission")];
  return `# This script plays the model; everything else is real. docs/guide/rehearsals.md has every key.
version: 1
name: first
task: Say in one sentence what you are for.
turns:
  - expect:
      systemIncludes: ["You are the ${name.replaceAll("-", " ")}", "Try to break your own answer"]
      tools:
${tools.map((tool) => `        - ${tool}`).join("\n")}
      lastUserIncludes: ["what you are for"]
    use:
      - tool: mcp__commission__submit_result
        input: { summary: "I am the ${name.replaceAll("-", " ")}, and this is my first rehearsal." }
  - say: Done.
`;
}

function readme(name: string): string {
  return `# ${titleFrom(name)}

A worker for Guild Hall.

| File | What to change in it |
| --- | --- |
| \`posture.md\` | Who the worker is: how it works, weighs and reports. Most of your time belongs here |
| \`package.json\` | Its description, its tools (\`files\`, \`builtInTools\`, \`toolboxes\`) and its limits, under \`guildHall\` |
| \`index.ts\` | How its system prompt is put together. May give up tools and limits, never add any |
| \`rehearsals/*.yaml\` | What has to stay true: sentences of the posture, the exact tools, what the tools give back |

\`\`\`sh
guild-hall package validate .
guild-hall package rehearse .
guild-hall package link .       # while you work on it; "package add" takes a copy
guild-hall commission ${name} "Say in one sentence what you are for." --rehearsal rehearsals/first.yaml --wait
\`\`\`
`;
}
