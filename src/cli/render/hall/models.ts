// Renders `guild-hall models`: the defaults that are set, and the models with a known price.
import type { ListedModel, ModelList } from "../../../contract/commission/model-list.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import type { Paint } from "../paint.ts";
import { tableLines } from "../table.ts";

interface Style {
  paint: Paint;
  width: number;
}

export function modelLines({ defaults, models }: ModelList, style: Style): string[] {
  const table = {
    head: ["MODEL", "IN", "OUT", "CACHE READ", "CONTEXT"],
    rows: models.map((model) => rowOf(model).map((text) => ({ text }))),
  };
  return [
    ...defaultLines(defaults),
    "",
    ...tableLines(table, style),
    "",
    style.paint.dim(
      "Prices are dollars per million tokens. Another model may be named too: its budget then counts the highest price above.",
    ),
  ];
}

function rowOf({ name, usdPerMillion: rate, contextWindow }: ListedModel): string[] {
  const usd = (value: number | undefined) => (value === undefined ? "unknown" : `$${value}`);
  return [
    oneLine(name, 128),
    usd(rate?.input),
    usd(rate?.output),
    usd(rate?.cacheRead),
    contextWindow === null ? "unknown" : contextWindow.toLocaleString("en-US"),
  ];
}

function defaultLines({ hall, claude, projects, workers, members }: ModelList["defaults"]): string[] {
  const line = (key: string, model: string) => `${key}: ${oneLine(model, 128)}`;
  return [
    hall === null
      ? `No default is set for the hall: a worker uses what its package names, else ${oneLine(claude, 128)}, which claude prefers.`
      : line("model", hall),
    ...projects.map(({ name, model }) => line(`projects.${name}.model`, model)),
    ...workers.map(({ name, model }) => line(`workers.${name}.model`, model)),
    ...members.map(({ name, model }) => line(`guildMembers.${name}.model`, model)),
  ];
}
