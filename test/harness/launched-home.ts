// A home whose hall is started as a person starts it: by the launcher, with environment variables. Keeps everything
// that the command line printed, so that a test can search it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "../../src/client/client.ts";
import { commissionLayout, homeLayout } from "../../src/contract/home/home-layout.ts";
import { commissionId, type CommissionId } from "../../src/contract/home/ids.ts";
import { sleep, systemClock } from "../../src/host/clock.ts";
import { installed } from "../../src/host/program.ts";
import { type Launched, type Launching, launch } from "../cli/support.ts";
import { readableProcesses, type SeenProcess } from "./find-text.ts";
import { pathWith, withoutBubblewrap } from "./programs.ts";
import { countSession } from "./sessions.ts";

export interface UpLine {
  url: string;
  pid: number;
  home: string;
  tokenFile: string;
}

export class LaunchedHome {
  readonly place = mkdtempSync(join(tmpdir(), "guild-hall-launched-"));
  readonly root: string;
  /** The TMPDIR of the hall and its workers. */
  readonly temporary = join(this.place, "tmp");
  readonly #env: Record<string, string>;
  readonly #said: string[] = [];

  constructor(env: Record<string, string> = {}, name = "home") {
    this.root = join(this.place, name);
    mkdirSync(this.temporary);
    const own = { GUILD_HALL_HOME: this.root, GUILD_HALL_PORT: "0", TMPDIR: this.temporary };
    this.#env = { ...own, ...env };
  }

  /** Hides bubblewrap from now on, as on a machine without it. */
  hideBubblewrap(): void {
    this.#env["PATH"] = pathWith(join(this.place, "bin"), withoutBubblewrap);
  }

  launch(...args: string[]): Launching {
    return launch(args, { env: this.#env });
  }

  async run(...args: string[]): Promise<Launched> {
    const ended = await this.launch(...args).ended;
    this.hear(`$ ${args.join(" ")}\n${ended.stdout}${ended.stderr}`);
    return ended;
  }

  /** Adds a text to the kept output. */
  hear(text: string): void {
    this.#said.push(text);
  }

  said(): string {
    return this.#said.join("\n");
  }

  async up(): Promise<UpLine> {
    const { code, stdout, stderr } = await this.run("up", "--json");
    if (code !== 0) throw new Error(`the hall did not start: ${stderr}`);
    return JSON.parse(stdout) as UpLine;
  }

  /** Commissions work with the command line and returns the id. */
  async commission(...args: string[]): Promise<CommissionId> {
    const { stdout, stderr } = await this.run("commission", "researcher", ...args, "--json");
    if (stdout === "") throw new Error(`the commission was refused: ${stderr}`);
    return commissionId.parse((JSON.parse(stdout) as { id: string }).id);
  }

  token(): string {
    return readFileSync(homeLayout(this.root).token, "utf8").trim();
  }

  client(url: string): Client {
    const wait = (ms: number, signal?: AbortSignal) => sleep(systemClock, ms, signal);
    return createClient({ url, token: this.token(), fetch, wait, after: systemClock.after });
  }

  layout(id: CommissionId) {
    return commissionLayout(homeLayout(this.root), id);
  }

  halls(): SeenProcess[] {
    const programs = [installed("src/hall/main.ts"), installed("dist/hall/main.js")];
    return this.processes().filter(({ commandLine }) =>
      programs.some((program) => commandLine.includes(program)),
    );
  }

  /** Returns the processes that have this home on their command line. */
  processes(): SeenProcess[] {
    return readableProcesses().filter(({ commandLine }) => commandLine.includes(this.place));
  }

  /** Ends the processes that still run, counts the real sessions, and removes the home. */
  async dispose(): Promise<void> {
    if (this.halls().length > 0) await this.#endWork();
    countSession(this.sessions());
    const left = this.processes();
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    rmSync(this.place, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`left at work: ${left.map((one) => one.commandLine).join("\n")}`);
  }

  async #endWork(): Promise<void> {
    for (const id of this.ids()) await this.run("cancel", id);
    await this.run("down");
  }

  ids(): CommissionId[] {
    const { commissions } = homeLayout(this.root);
    return (existsSync(commissions) ? readdirSync(commissions) : []) as CommissionId[];
  }

  sessions(): number {
    const transcripts = this.ids().flatMap((id) =>
      readdirSync(this.layout(id).directory).filter((name) => /^transcript-\d+\.jsonl$/.test(name)),
    );
    return transcripts.length;
  }
}
