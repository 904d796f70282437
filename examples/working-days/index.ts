// Provides two tools that count days, which models do badly. A person sets the holidays in config.yaml:
// `toolboxes: { working-days: { holidays: ["2026-12-25"] } }`.
import type { Tools } from "guild-hall/kit";
import { addWorkingDays, countWorkingDays, formatDate, parseDate } from "./calendar.ts";

export const tools: Tools = ({ z, tool, settings }) => {
  const date = () => z.string().regex(/^[12]\d{3}-\d\d-\d\d$/, "expected a date such as 2026-12-24");
  // Settings come from a person's file, so they are parsed like anything from outside.
  const { holidays } = z.object({ holidays: z.array(date()).max(1000).default([]) }).parse(settings);
  const calendar = { holidays: new Set(holidays) };
  const wrong = (text: string) => ({ text: `There is no date ${text}.`, isError: true });
  return [
    tool({
      name: "count",
      description:
        "Counts the working days after one date up to and with another. Weekends and holidays do not count.",
      input: { from: date(), to: date() },
      readOnly: true,
      handle: async ({ from, to }) => {
        const [start, end] = [parseDate(from), parseDate(to)];
        if (start === null) return wrong(from);
        if (end === null) return wrong(to);
        if (Math.abs(end - start) > longestMs)
          return { text: "At most 50 years are counted.", isError: true };
        return { text: `${countWorkingDays(calendar, start, end)} working days` };
      },
    }),
    tool({
      name: "add",
      description: "Finds the date on which the last of so many working days after a date ends.",
      input: { from: date(), days: z.int().min(1).max(5000) },
      readOnly: true,
      handle: async ({ from, days }) => {
        const start = parseDate(from);
        if (start === null) return wrong(from);
        return { text: formatDate(addWorkingDays(calendar, start, days)) };
      },
    }),
  ];
};

const longestMs = 50 * 366 * 24 * 60 * 60 * 1000;
