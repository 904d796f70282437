// Serves a Messages API on the given port, whose model submits a result and ends. A test runs this program in
// a network namespace.
import { answerText, streamed } from "../model/gateway/support.ts";
import { submitAnswer } from "./model-answers.ts";

let asked = 0;
Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.argv[2]),
  fetch: () => streamed(++asked === 1 ? submitAnswer : answerText("Done.")),
});
console.log("ready");
