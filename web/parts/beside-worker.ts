// Runs as a web worker that parses and highlights texts one at a time, so that the page stays responsive. beside.ts
// starts it and enforces the timeout.
import type { Order, Result } from "./beside.ts";
import { highlightLines } from "./text/highlight.ts";
import { parseMarkdown } from "./text/parse-markdown.ts";

function carryOut(order: Order): Result<Order> {
  return order.what === "colours" ? highlightLines(order.code, order.language) : parseMarkdown(order.text);
}

addEventListener("message", ({ data }: MessageEvent<Order>) => postMessage(carryOut(data)));
postMessage("ready");
