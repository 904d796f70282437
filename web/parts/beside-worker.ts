// Beside the page, where it holds up nobody: takes texts apart, one at a time. beside.ts asks, and gives up in time.
import type { Order, Result } from "./beside.ts";
import { highlightLines } from "./text/highlight.ts";
import { parseMarkdown } from "./text/parse-markdown.ts";

function carryOut(order: Order): Result<Order> {
  return order.what === "colours" ? highlightLines(order.code, order.language) : parseMarkdown(order.text);
}

addEventListener("message", ({ data }: MessageEvent<Order>) => postMessage(carryOut(data)));
postMessage("ready");
