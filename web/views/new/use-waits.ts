// Looks up the things that a draft waits for: commissions in the store, documents at the hall.
import { useQueries } from "@tanstack/react-query";
import { useHall } from "../../store/hall-store.ts";
import { queries } from "../../store/queries.ts";
import { isCommissionId, type KnownForDraft } from "./faults.ts";
import { isMember } from "../../words/worker-name.ts";
import { type WaitsText, waitsOf } from "./dependency-text.ts";

export function useWaits({ draft, project }: KnownForDraft): WaitsText {
  const newest = useHall((state) => state.newest);
  const branch = isMember(draft.worker) ? null : (project?.integration ?? null);
  const documents = branch === null ? [] : draft.after.filter((each) => !isCommissionId(each));
  const looked = useQueries({
    queries: documents.map((path) => queries.documents(draft.project, path)),
  });
  const found = new Map(documents.map((path, at) => [path, looked[at]?.data?.documents.includes(path)]));
  return waitsOf({
    after: draft.after.filter((each) => branch !== null || isCommissionId(each)),
    newest,
    branch: branch ?? "",
    isThere: (path) => found.get(path),
  });
}
