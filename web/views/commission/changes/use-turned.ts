// Holds which files of a diff a person has folded or unfolded.
import { useState } from "react";
import type { ChangedFile } from "../../../../src/contract/commission/diff.ts";
import { filesOf, type ConflictSides, type Side, type SidesShown } from "./conflict-rows.ts";
import { isFolded } from "./diff-lines.ts";

export interface Turning {
  turned: SidesShown["turned"];
  turn(side: Side, path: string): void;
  /** Forgets that the person has turned the file, so that a tick as viewed folds it. */
  untouch(path: string): void;
  foldAll(): void;
  unfold(): void;
}

const unturned: SidesShown["turned"] = { other: new Set(), own: new Set(), work: new Set() };

export function useTurned({ diff, conflict }: ConflictSides, viewed: ReadonlySet<string>): Turning {
  const [turned, setTurned] = useState(unturned);
  const turn = (side: Side, path: string) =>
    setTurned((before) => {
      const next = new Set(before[side]);
      if (!next.delete(path)) next.add(path);
      return { ...before, [side]: next };
    });
  const untouch = (path: string) =>
    setTurned((before) => ({
      other: before.other,
      own: without(before.own, path),
      work: without(before.work, path),
    }));
  const foldAll = () => {
    const open = (files: readonly ChangedFile[]) =>
      new Set(files.filter((file) => !isFolded(file)).map(({ path }) => path));
    const torn = filesOf(conflict);
    const of = (wanted: Side) => open(torn.filter(({ side }) => side === wanted).map(({ file }) => file));
    const notViewed = (paths: ReadonlySet<string>) => new Set([...paths].filter((path) => !viewed.has(path)));
    setTurned({ other: of("other"), own: notViewed(of("own")), work: notViewed(open(diff.files)) });
  };
  return { turned, turn, untouch, foldAll, unfold: () => setTurned(unturned) };
}

function without(paths: ReadonlySet<string>, path: string): ReadonlySet<string> {
  if (!paths.has(path)) return paths;
  const others = new Set(paths);
  others.delete(path);
  return others;
}
