// Renders `guild-hall config show` for people.
import type { ConfigInForce } from "../../../contract/home/config.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import type { ShownKey } from "../../offline/config-file.ts";
import type { Paint } from "../paint.ts";
import { tableLines } from "../table.ts";

export interface ShownConfig {
  found: ConfigInForce;
  keys: readonly ShownKey[];
  running: boolean;
}

export function configLines(
  { found, keys, running }: ShownConfig,
  style: { paint: Paint; width: number },
): string[] {
  const rows = keys.map(({ key, value, given }) => [
    { text: key },
    { text: valueText(value), ...(given ? {} : { brush: style.paint.dim }) },
    { text: given ? "" : "default", brush: style.paint.dim },
  ]);
  return [
    oneLine(`${source(found)}${running ? "" : " No hall runs."}`, 4000),
    "",
    ...tableLines({ head: ["KEY", "VALUE", ""], rows }, style),
  ];
}

function source({ file, from }: ConfigInForce): string {
  if (from === "file") return `From ${file}.`;
  return from === "last-good"
    ? `From the last good configuration, because ${file} is broken.`
    : `These are the defaults: no value comes from ${file}.`;
}

/** Formats a value on one line, with strings unquoted. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  return oneLine(typeof value === "string" ? value : (JSON.stringify(value) ?? ""), 4000);
}
