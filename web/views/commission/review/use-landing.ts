// Sends a person's acts on finished work to the hall. An act that another tab or person has done first is told in a
// toast, and the page shows what has happened.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { call } from "../../../api/call.ts";
import { messageOf } from "../../../parts/note.tsx";
import { say } from "../../../parts/toast.tsx";
import { queries } from "../../../store/queries.ts";
import { plainCut } from "../../../words/plain.ts";

export interface LandedWork {
  id: string;
  title: string;
}

const named = ({ title }: LandedWork) => `“${plainCut(title, 60)}”`;

/** Stores the answer, and refetches the lists in which the work may stand. */
export function useAfterLanding() {
  const client = useQueryClient();
  return (id: string, now?: CommissionDetail) => {
    if (now) client.setQueryData(queries.detail(id).queryKey, now);
    else void client.invalidateQueries({ queryKey: ["commission", id] });
    for (const queryKey of [["review"], ["attention"], ["projects"]])
      void client.invalidateQueries({ queryKey });
  };
}

function useLandingAct<I>(work: LandedWork, send: (input: I) => Promise<CommissionDetail>, said: Said<I>) {
  const after = useAfterLanding();
  return useMutation({
    mutationFn: send,
    onSuccess: (now, input) => {
      after(work.id, now);
      said(now, input);
    },
    onError: (problem) => {
      say({ title: `${named(work)}: ${messageOf(problem)}` });
      after(work.id);
    },
  });
}

type Said<I> = (now: CommissionDetail, input: I) => void;

export function useAccept(work: LandedWork) {
  const { id } = work;
  return useLandingAct(
    work,
    () => call("accept", { params: { id }, body: {} }),
    (now) => say({ title: `${named(work)} ${acceptedWords(now)}` }),
  );
}

function acceptedWords({ landing, branch }: CommissionDetail): string {
  const into = branch?.into ?? "the integration branch";
  if (landing?.state === "accepted") return `is merged into ${into}.`;
  return landing?.stopped?.act === "accept" && landing.state === "ready"
    ? `was not merged: ${landing.stopped.message}`
    : `is accepted: its checks run on the merge with ${into}.`;
}

export function useUndo(work: LandedWork, done: () => void) {
  const { id } = work;
  return useLandingAct(
    work,
    () => call("undo", { params: { id }, body: {} }),
    ({ landing, branch }) => {
      const into = branch?.into ?? "the integration branch";
      const isDone = landing?.state === "undone";
      say({
        title: `${named(work)} ${isDone ? `is undone on ${into}.` : "is being undone, after its checks."}`,
      });
      done();
    },
  );
}

export function useReject(work: LandedWork, done: () => void) {
  const { id } = work;
  return useLandingAct(
    work,
    (reason: string) =>
      call("reject", { params: { id }, body: reason.trim() === "" ? {} : { reason: reason.trim() } }),
    ({ branch }) => {
      say({
        title: `${named(work)} is rejected. ${branch ? `Its branch ${branch.name} is kept.` : ""}`.trim(),
      });
      done();
    },
  );
}

export function useSeen(work: LandedWork) {
  const { id } = work;
  const act = useLandingAct(
    work,
    (seen: boolean) => call("seen", { params: { id }, body: { seen } }),
    (_, seen) =>
      say(
        seen
          ? {
              title: `${named(work)} is ticked as seen.`,
              action: { says: "Take it back", act: () => act.mutate(false) },
            }
          : { title: `${named(work)} is back among what is ready.` },
      ),
  );
  return act;
}
