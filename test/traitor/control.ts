// The same attacks without a sandbox, those that do no harm: there they must get through, or their checks prove nothing.
import { spawn } from "node:child_process";
import type { Ground } from "./ground.ts";
import { attacks } from "./play.ts";

export const controls = attacks.filter((attack) => attack.control);

export interface Shown {
  name: string;
  gotThrough: boolean;
  /** Seen from outside as well, where the attack leaves a trace there without a transcript. */
  harm: string | null;
}

export async function showWithoutSandbox(ground: Ground): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const attack of controls) {
    const { input } = attack.use(ground);
    const text = await run(String(input["command"]), ground.place);
    const gotThrough = text.includes("GOT through") && attack.brokeIn({ text, isError: false });
    shown.push({ name: attack.name, gotThrough, harm: attack.harm(ground, ground.other) });
  }
  return shown;
}

function run(command: string, cwd: string): Promise<string> {
  const child = spawn("bash", ["-c", command], { cwd, stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  child.stdout.on("data", (text: Buffer) => (said += text.toString()));
  return new Promise((resolve) => child.once("close", () => resolve(said)));
}
