// Defines the tools of this member. They count things, which language models do badly. Replace them with your own.
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

export function addTools(mcp: McpServer): void {
  mcp.registerTool(
    "count_text",
    {
      description: "Counts the characters, words and lines of a text.",
      inputSchema: z.object({ text: z.string().max(1_000_000) }),
    },
    ({ text }) => say(countText(text)),
  );
  mcp.registerTool(
    "days_between",
    {
      description: "Says how many days lie between two dates, such as 2026-01-31 and 2026-03-01.",
      inputSchema: z.object({ from: z.iso.date(), to: z.iso.date() }),
    },
    ({ from, to }) => say(daysBetween(from, to)),
  );
}

/** Counts characters as people see them: an accented letter or a flag emoji counts as one. */
function countText(text: string): string {
  const characters = [...new Intl.Segmenter().segment(text)].length;
  const words = text.split(/\s+/).filter((word) => word !== "").length;
  const lines = text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
  return `${characters} characters, ${words} words, ${lines} lines`;
}

const dayMs = 86_400_000;

function daysBetween(from: string, to: string): string {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  return days < 0 ? `${-days} days, the second date is the earlier one` : `${days} days`;
}

function say(text: string) {
  return { content: [{ type: "text" as const, text }] };
}
