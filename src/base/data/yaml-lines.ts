// Finds the line of a value in a YAML text, so that an error message can name it.
import { isMap, isNode, isScalar, type Document, type LineCounter } from "yaml";

type Path = readonly PropertyKey[];

/** Returns the line of the key or value at this path, or of its nearest existing parent; 1 if there is none. */
export function lineOf({ document, lines }: { document: Document; lines: LineCounter }, path: Path): number {
  for (let depth = path.length; depth > 0; depth--) {
    const start = keyStart(document, path.slice(0, depth)) ?? valueStart(document, path.slice(0, depth));
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}

function keyStart(document: Document, path: Path): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  const pair = parent.items.find((each) => isScalar(each.key) && String(each.key.value) === path.at(-1));
  return isNode(pair?.key) ? pair.key.range?.[0] : undefined;
}

function valueStart(document: Document, path: Path): number | undefined {
  const node = document.getIn(path, true);
  return isNode(node) ? node.range?.[0] : undefined;
}
