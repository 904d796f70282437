// Declares what every command is given: the person's terminal, the machine, and the hall's home.
import type { Handoff } from "../contract/home/handoff.ts";
import type { Clock } from "../host/clock.ts";
import type { Console } from "../host/person/console.ts";
import type { Edit } from "../host/person/editor.ts";
import type { ReadAnswer, RunInForeground } from "../host/person/foreground.ts";
import type { HandoffChild, HandoffSpawn } from "../host/processes/handoff.ts";
import type { OpenInBrowser } from "../host/person/opener.ts";
import type { Processes } from "../host/processes/processes.ts";
import type { Paint } from "./render/paint.ts";

export interface Cli {
  console: Console;
  clock: Clock;
  processes: Processes;
  fetch(url: string, init: RequestInit): Promise<Response>;
  spawn(options: HandoffSpawn): Promise<HandoffChild>;
  /** Opens the person's editor on a file. */
  edit: Edit;
  /** Shows a file in the person's browser. */
  openFile: OpenInBrowser;
  /** Runs a program of the person's on their own terminal. */
  runInForeground: RunInForeground;
  /** Reads one line that the person types. */
  readAnswer: ReadAnswer;
  newKey(): string;
  /** The path of the running Bun, for the processes that the CLI starts. */
  runtime: string;
  /** Returns the path of a file that came with Guild Hall. */
  installed(path: string): string;
  /** The environment of a hall: a fixed list of this environment's variables, without secrets. */
  childEnvironment: Record<string, string>;
  release: string;
  /** The home that this command works on: GUILD_HALL_HOME or ~/.guild-hall. */
  home: string;
  /** The directory in which temporary homes are made. */
  temporary: string;
  handoff: Handoff;
  /** Colours for standard output. */
  paint: Paint;
  /** Colours for standard error, which may be a terminal when standard output is not, or the reverse. */
  errPaint: Paint;
}
