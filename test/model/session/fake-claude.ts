// A program that speaks the protocol of `claude` over its pipes and then does what its first argument, a file,
// says. For what the real one cannot be made to do: print garbage, die in the middle, linger.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

export interface FakeScript {
  /** Printed as they are, one after another, once a prompt has come. */
  output: string[];
  /** Printed for a second prompt; then the program ends. */
  second?: string[];
  stderr?: string;
  last: { exit: number } | { signal: NodeJS.Signals } | "linger";
}

const script = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as FakeScript;

let prompts = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as { type: string; request_id?: string };
  if (message.type === "control_request") await print(`${JSON.stringify(agree(message.request_id))}\n`);
  if (message.type === "user" && prompts === 0) await perform();
  else if (message.type === "user" && script.second) await leaveWith(script.second);
  if (message.type === "user") prompts += 1;
}

function agree(id: string | undefined) {
  const response = {
    commands: [],
    output_style: "default",
    available_output_styles: [],
    models: [],
    account: {},
  };
  return { type: "control_response", response: { subtype: "success", request_id: id, response } };
}

async function leaveWith(output: readonly string[]): Promise<void> {
  for (const part of output) await print(part);
  process.exit(0);
}

async function perform(): Promise<void> {
  if (script.stderr) await new Promise((resolve) => process.stderr.write(script.stderr ?? "", resolve));
  for (const part of script.output) await print(part);
  if (script.last === "linger") return linger();
  if ("signal" in script.last) process.kill(process.pid, script.last.signal);
  else process.exit(script.last.exit);
}

/** Keeps running whatever happens to its input. */
function linger(): void {
  setInterval(() => undefined, 60_000);
}

function print(text: string): Promise<void> {
  return new Promise((resolve, reject) =>
    process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
  );
}
