// The program `guild-hall`: runs one command line for the person who typed it.
import { openConsole, thisProgram } from "../host/person/console.ts";
import { openCli } from "./open-cli.ts";
import { runCommandLine } from "./run.ts";

const console = openConsole(thisProgram);
await console.end(await runCommandLine(openCli(console)));
