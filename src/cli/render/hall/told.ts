// Renders `guild-hall prompt`: what a worker would be told, part by part, with sizes.
import type { Told } from "../../../contract/commission/told.ts";
import { oneLine, printable, wrapTo } from "../../../host/person/terminal.ts";
import { partTitle, toldFacts } from "../../../rules/show/told-words.ts";
import type { Paint } from "../paint.ts";

interface Style {
  paint: Paint;
  width: number;
}

export function toldLines(told: Told, { paint, width }: Style): string[] {
  const facts = toldFacts(told).flatMap(([name, value]) => {
    const [first = "", ...rest] = wrapTo(oneLine(value, 4000), Math.max(30, width - 9));
    return [
      `${paint.dim(name.toLowerCase().padEnd(7))}  ${first}`,
      ...rest.map((line) => `         ${line}`),
    ];
  });
  const parts = told.parts.flatMap((part) => [
    "",
    paint.bold(`== ${oneLine(partTitle(part), 200)} (about ${part.tokens} tokens)`),
    ...printable(part.text).split("\n"),
  ]);
  const varying = told.varying.map(({ text, why }) => paint.dim(`  ${oneLine(text, 200)}: ${why}`));
  return [
    ...facts,
    ...parts,
    "",
    paint.dim("No model was asked. These texts are others in each commission:"),
    ...varying,
  ];
}
