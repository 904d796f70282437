// The program `guild-hall`: puts the command line together from the outside world and runs it.
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { emptyHandoff, handoff } from "../contract/handoff.ts";
import { systemClock } from "../host/clock.ts";
import { endProgram, openConsole, type Console } from "../host/console.ts";
import { readHandoff, spawnWithHandoff } from "../host/handoff.ts";
import { newUuid } from "../host/ids.ts";
import { systemProcesses } from "../host/processes.ts";
import { installed, plainEnvironment, release } from "../host/program.ts";
import { runtimeFile, systemFetch } from "../host/runtime.ts";
import type { Cli } from "./cli.ts";
import { createPaint, wantsColour } from "./render/paint.ts";
import { runCommandLine } from "./run.ts";

function openCli(console: Console): Cli {
  return {
    console,
    clock: systemClock,
    processes: systemProcesses,
    fetch: systemFetch,
    spawn: spawnWithHandoff,
    newKey: newUuid,
    runtime: runtimeFile,
    installed,
    childEnvironment: plainEnvironment(),
    release: release(),
    home: resolve(console.env["GUILD_HALL_HOME"] || join(homedir(), ".guild-hall")),
    handoff: readHandoff({ env: console.env, parse: (value) => handoff.parse(value), absent: emptyHandoff }),
    paint: createPaint(wantsColour(console.env, console.stdoutIsTty)),
  };
}

await endProgram(await runCommandLine(openCli(openConsole())));
