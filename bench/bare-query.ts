// The minimal program that reaches a model through the Agent SDK: imports it and calls query() with one in-process
// server. Usage: `bare-query.ts BASE_URL DIRECTORY`.
import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { z } from "zod";

const [baseUrl = "", directory = ""] = process.argv.slice(2);
const server = createSdkMcpServer({
  name: "notes",
  tools: [tool("add", "Adds a note.", { text: z.string() }, async () => ({ content: [] }))],
});
const messages = query({
  prompt: "Compare how three libraries retry requests.",
  options: {
    cwd: directory,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: directory,
      TMPDIR: directory,
      CLAUDE_CONFIG_DIR: `${directory}/config`,
      ANTHROPIC_BASE_URL: baseUrl,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
    tools: ["Read", "Grep", "Glob"],
    settingSources: [],
    strictMcpConfig: true,
    systemPrompt: "You compare libraries.",
    permissionMode: "dontAsk",
    mcpServers: { notes: server },
  },
});
for await (const _ of messages);
