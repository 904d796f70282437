// The program `guild-hall`: one command line, carried out for the person who typed it.
import { endProgram, openConsole, thisProgram } from "../host/console.ts";
import { openCli } from "./open-cli.ts";
import { runCommandLine } from "./run.ts";

await endProgram(thisProgram, await runCommandLine(openCli(openConsole(thisProgram))));
