// Applies a link's presets to the draft once, then clears them from the address, so that a reload keeps what was typed.
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { queries } from "../../store/queries.ts";
import type { Arrival } from "./arrival.ts";
import { changeDraft } from "./use-draft.ts";
import { fillWith } from "./use-rehearsal.ts";

export function useArrival(): void {
  const { worker, project, rehearsal } = useSearch({ strict: false }) as Arrival;
  const navigate = useNavigate();
  const rehearsals = useQuery({ ...queries.rehearsals(), enabled: rehearsal !== undefined });
  const isSettled = rehearsal === undefined || rehearsals.isFetched;
  useEffect(() => {
    if (!isSettled || (worker ?? project ?? rehearsal) === undefined) return;
    const entry = rehearsals.data?.rehearsals.find(
      (each) => each.name === rehearsal && (worker === undefined || each.worker === worker),
    );
    if (entry) fillWith(entry);
    else if (worker !== undefined) changeDraft({ worker: worker.replace(/^package:/, ""), rehearsal: "" });
    if (project !== undefined) changeDraft({ project });
    void navigate({ to: "/new", search: {}, replace: true });
  }, [isSettled, worker, project, rehearsal, rehearsals.data, navigate]);
}
