// Lists beside a commission the comments on its diff that are not sent yet.
import { useNavigate } from "@tanstack/react-router";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { counted } from "../../../words/say.ts";
import { Group } from "../timeline/group.tsx";
import { type CommentDraft, dropComment, useReviewDraft } from "./comment-drafts.ts";
import { CommentList } from "./comment-list.tsx";
import { wantComment } from "./wanted-comment.ts";

export function DraftedComments({ commission: { id } }: { commission: CommissionDetail }) {
  const { comments } = useReviewDraft(id);
  const navigate = useNavigate({ from: "/commissions/$id" });
  if (comments.length === 0) return null;
  const go = (comment: CommentDraft) => {
    wantComment(comment.key);
    void navigate({ search: { tab: "diff" }, replace: true, resetScroll: false });
  };
  return (
    <Group title={`${counted(comments.length, "comment")}, not sent yet`}>
      <CommentList comments={comments} drop={(key) => dropComment(id, key)} go={go} />
    </Group>
  );
}
