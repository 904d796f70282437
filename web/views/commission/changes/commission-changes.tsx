// Shows the diff of a commission, with the comments on its lines.
import { useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import type { CommissionDiff } from "../../../../src/contract/commission/diff.ts";
import { findFailingFiles } from "../../../../src/rules/checks/failing-files.ts";
import { findBranchThere } from "../../../../src/rules/project/branch-there.ts";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { readReviewDraft, useReviewDraft } from "../review/comment-drafts.ts";
import { useAlone } from "../use-alone.ts";
import type { CommentPlace, ShownComment } from "./comment-rows.ts";
import type { ConflictSides } from "./conflict-rows.ts";
import { type Commenting, DiffView } from "./diff-view.tsx";
import { beginComment, changeComment, useWriting } from "./writing.ts";

interface CommissionChangesProps {
  commission: CommissionDetail;
  diff: CommissionDiff;
  conflict: ConflictSides["conflict"];
}

export function CommissionChanges({ commission, diff, conflict }: CommissionChangesProps) {
  const { id } = commission;
  const { file } = useSearch({ from: "/commissions/$id" });
  const { alone, ask } = useAlone({ diff, conflict });
  const commenting = useCommenting(commission);
  const failing = useFailing(commission, diff);
  // If the branch is gone, there is no name to copy.
  const branch = findBranchThere(commission);
  return (
    <DiffView
      subject={`${id}@${diff.tip ?? "worktree"}`}
      diff={diff}
      conflict={conflict}
      alone={alone}
      ask={ask}
      commenting={commenting}
      failing={failing}
      file={file ?? null}
    >
      {branch !== null && <CopyButton text={branch} says="Copy branch name" look="plain" />}
    </DiffView>
  );
}

/** Names the changed files that failed checks name: those of the act that stopped last, or else those of the work. */
function useFailing({ checks, afterEnd }: CommissionDetail, { files }: CommissionDiff): ReadonlySet<string> {
  const ofAct = afterEnd?.lastStop?.checks ?? [];
  const ran = ofAct.length > 0 ? ofAct : checks;
  return useMemo(
    () =>
      findFailingFiles(
        ran,
        files.map(({ path }) => path),
      ),
    [ran, files],
  );
}

/** Comments can be written on finished work that may still be sent back. */
function useCommenting(commission: CommissionDetail): Commenting {
  const { id, sentBack, endedAt, afterEnd } = commission;
  const { comments } = useReviewDraft(id);
  const writing = useWriting((state) => state.writing);
  const place: CommentPlace | null = writing?.commission === id ? writing.place : null;
  const changed = writing?.commission === id ? writing.key : null;
  const shown = useMemo(
    (): readonly ShownComment[] => [
      ...(sentBack?.comments ?? []).map((comment) => ({
        is: "answered" as const,
        comment,
        isOver: endedAt !== null,
      })),
      // The comment that is being changed is shown by its form.
      ...comments.filter(({ key }) => key !== changed).map((comment) => ({ is: "draft" as const, comment })),
    ],
    [sentBack, endedAt, comments, changed],
  );
  const isOpen = afterEnd !== null && afterEnd?.refusals.sendBack === null;
  return useMemo(
    () => ({
      commission: id,
      comments: shown,
      writing: place,
      begin: isOpen ? (where: CommentPlace) => beginComment(id, where) : null,
      edit: (key: string) => {
        const comment = readReviewDraft(id).comments.find((each) => each.key === key);
        if (comment) changeComment(id, comment);
      },
    }),
    [id, shown, place, isOpen],
  );
}
