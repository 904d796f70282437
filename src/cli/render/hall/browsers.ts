// Lists the browsers that the hall knows. A browser chooses its own name, so the name is made printable.
import type { BrowserList, BrowsersForgotten } from "../../../contract/api/page-keys.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { plural } from "../../../base/text/plural.ts";
import type { Paint } from "../paint.ts";
import { type Cell, tableLines } from "../table.ts";

export function browserLines({ browsers }: BrowserList, style: { paint: Paint; width: number }): string[] {
  if (browsers.length === 0)
    return [style.paint.dim('The hall knows no browser. "guild-hall open" makes one known.')];
  const rows = browsers.map(({ key, port, createdAt, seenAt, userAgent }): Cell[] => [
    { text: key },
    { text: String(port) },
    { text: createdAt.slice(0, 10) },
    { text: seenAt.slice(0, 10) },
    { text: oneLine(userAgent, 300) },
  ]);
  return tableLines({ head: ["KEY", "PORT", "CAME IN", "LAST SEEN", "CALLS ITSELF"], rows }, style);
}

export function forgottenLine({ forgotten }: BrowsersForgotten): string {
  if (forgotten.length === 0) return "The hall knew no such browser.";
  return `The hall has forgotten ${plural(forgotten.length, "browser")}. "guild-hall open" makes one known again.`;
}
