// Runs the person's own editor on the person's own terminal.
import { spawn } from "node:child_process";

export interface Editing {
  /** A shell command, as in $VISUAL or $EDITOR: it may have options. */
  editor: string;
  file: string;
  env: Record<string, string | undefined>;
}

export type Edit = (editing: Editing) => Promise<number | null>;

/** Resolves with the exit code when the person has left the editor; `null` if a signal ended it. */
export const openEditor: Edit = ({ editor, file, env }) =>
  new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit", env });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code));
  });
