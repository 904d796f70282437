// Requests a single file whose patch was left out of the diff: the hall allows a longer patch if only one file
// is requested.
import { useState } from "react";
import type { ChangedFile, CommissionDiff } from "../../../src/contract/commission/diff.ts";
import { call } from "../../api/call.ts";
import type { ConflictSides, Side } from "./changes/conflict-rows.ts";

interface CommissionSides extends ConflictSides {
  diff: CommissionDiff;
}

export function useAlone({ diff: { id, files }, conflict }: CommissionSides) {
  const { alone, put } = useAloneFiles();
  const ask = async (side: Side, path: string) => {
    if (side === "work") {
      const found = await call("diff", { params: { id }, query: { path } });
      return put(
        files.find((file) => file.path === path),
        found.files[0],
      );
    }
    const listed = conflict?.files.find((both) => both[side]?.path === path);
    const found = await call("conflict", { params: { id }, query: { path: listed?.path } });
    put(listed?.[side], found.files[0]?.[side]);
  };
  return { alone, ask };
}

/** Results are keyed by the listed file, so a file that changed since can be requested again. */
export function useAloneFiles() {
  const [alone, setAlone] = useState<ReadonlyMap<ChangedFile, ChangedFile>>(new Map());
  const put = (listed: ChangedFile | null | undefined, file: ChangedFile | null | undefined) => {
    if (listed && file) setAlone((before) => new Map(before).set(listed, file));
  };
  return { alone, put };
}
