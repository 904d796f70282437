// Returns the files of a new toolbox package.
import { json, type ScaffoldFiles, titleFrom } from "./scaffold-text.ts";

const toolName = "count_words";

export function toolboxFiles(name: string): ScaffoldFiles {
  return {
    "package.json": json(packageFile(name)),
    "index.ts": entry,
    "rehearsals/first.yaml": rehearsal(name),
    "README.md": readme(name),
  };
}

function packageFile(name: string): object {
  return {
    name: `guild-hall-toolbox-${name}`,
    version: "0.1.0",
    type: "module",
    main: "./index.ts",
    guildHall: {
      type: "toolbox",
      identity: {
        name,
        title: titleFrom(name),
        description: "What its tools do, and which worker would want them.",
      },
      tools: [toolName],
    },
  };
}

const entry = `// The hall calls this once for each session of a worker that declares this toolbox, and passes in all that it needs.
import type { Tools } from "guild-hall/kit";

export const tools: Tools = ({ z, tool }) => [
  tool({
    name: "${toolName}",
    description: "Count the words and the lines of a text.",
    input: { text: z.string().max(100_000).describe("The text to count") },
    readOnly: true,
    handle: async ({ text }) => {
      const words = text.split(/\\s+/).filter((word) => word !== "").length;
      return { text: \`\${words} words, \${text.split("\\n").length} lines.\` };
    },
  }),
];
`;

function rehearsal(name: string): string {
  const wire = `mcp__${name}__${toolName}`;
  return `# A throwaway worker declares this toolbox and nothing else.
version: 1
name: first
task: Count the words of a sentence.
turns:
  - expect:
      toolsInclude: [${wire}]
    use:
      - tool: ${wire}
        input: { text: "three plain words" }
  - expect:
      lastUserIncludes: ["3 words, 1 lines."]
    use:
      - tool: mcp__commission__submit_result
        input: { summary: "The sentence has three words." }
  - say: Done.
`;
}

function readme(name: string): string {
  return `# ${titleFrom(name)}

A toolbox for Guild Hall. A worker that names \`${name}\` under \`toolboxes\` has its tools, as \`mcp__${name}__<tool>\`.

| File | What to change in it |
| --- | --- |
| \`index.ts\` | The tools: name, description, input and handler |
| \`package.json\` | Under \`guildHall\`: its description, and under \`tools\` the names of exactly the tools that \`index.ts\` returns |
| \`rehearsals/*.yaml\` | Calls of the tools, and what they must give back |

\`\`\`sh
guild-hall package validate .
guild-hall package rehearse .
guild-hall package link .       # while you work on it; "package add" takes a copy
\`\`\`

A tool that acts on the world outside the commission says so with \`effect: "outward"\`.
`;
}
