// Assembles what commands are given: the real machine, and the person's terminal.
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { emptyHandoff, handoff } from "../contract/home/handoff.ts";
import { systemClock } from "../host/clock.ts";
import type { Console } from "../host/person/console.ts";
import { openEditor } from "../host/person/editor.ts";
import { readAnswer, runInForeground } from "../host/person/foreground.ts";
import { readHandoff, spawnWithHandoff } from "../host/processes/handoff.ts";
import { newUuid } from "../host/ids.ts";
import { openFile } from "../host/person/opener.ts";
import { systemProcesses } from "../host/processes/processes.ts";
import { installed, plainEnvironment, release } from "../host/program.ts";
import { runtimeFile, systemFetch } from "../host/runtime.ts";
import type { Cli } from "./cli.ts";
import { createPaint, wantsColour } from "./render/paint.ts";

export function openCli(console: Console): Cli {
  return {
    console,
    clock: systemClock,
    processes: systemProcesses,
    fetch: systemFetch,
    spawn: spawnWithHandoff,
    edit: openEditor,
    openFile,
    runInForeground,
    readAnswer,
    newKey: newUuid,
    runtime: runtimeFile,
    installed,
    childEnvironment: plainEnvironment(),
    release: release(),
    home: resolve(console.env["GUILD_HALL_HOME"] || join(homedir(), ".guild-hall")),
    temporary: tmpdir(),
    handoff: readHandoff({ env: console.env, parse: (value) => handoff.parse(value), absent: emptyHandoff }),
    paint: createPaint(wantsColour(console.env, console.stdoutIsTty)),
    errPaint: createPaint(wantsColour(console.env, console.stderrIsTty)),
  };
}
