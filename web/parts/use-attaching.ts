// Uploads the files that a person attaches to a message, one after another, and holds what the message refers to.
import { useEffect, useRef, useState } from "react";
import { whyTooMuch } from "../../src/rules/attachments/bounds.ts";
import { call } from "../api/call.ts";
import type { AttachedFile } from "../words/attached.ts";
import { messageOf } from "./note.tsx";

export interface Attaching {
  files: readonly AttachedFile[];
  /** The name of the file that is being uploaded; `null` if none is. */
  busy: string | null;
  /** Why the last file could not be attached. */
  problem: string | null;
  add(files: readonly File[]): void;
  remove(at: number): void;
  clear(): void;
}

type Change = (next: (before: readonly AttachedFile[]) => readonly AttachedFile[]) => void;

/** Holds the files in this component alone. */
export function useAttaching(): Attaching {
  const [files, change] = useState<readonly AttachedFile[]>([]);
  return useAttachingTo(files, change);
}

export function useAttachingTo(files: readonly AttachedFile[], change: Change): Attaching {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  }, [files]);
  const uploads = useRef(Promise.resolve());
  const upload = async (given: readonly File[]) => {
    const sizes = given.map(({ name, size }) => ({ name, bytes: size }));
    const why = whyTooMuch([...latest.current, ...sizes]);
    setProblem(why);
    if (why !== null) return;
    try {
      for (const file of given) {
        setBusy(file.name);
        const bytes = new Uint8Array(await file.arrayBuffer());
        const kept = await call("attach", { query: { name: file.name || "file" }, bytes });
        latest.current = [...latest.current, kept];
        change((before) => [...before, kept]);
      }
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(null);
    }
  };
  return {
    files,
    busy,
    problem,
    add: (given) => void (uploads.current = uploads.current.then(() => upload(given))),
    remove: (at) => {
      setProblem(null);
      change((before) => before.filter((_file, index) => index !== at));
    },
    clear: () => change(() => []),
  };
}

/** Why a message cannot be sent yet; `null` if it can. */
export function whyNotYet({ busy }: Pick<Attaching, "busy">): string | null {
  return busy === null ? null : "wait until the files are uploaded";
}
