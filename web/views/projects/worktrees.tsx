// Lists the hall's worktrees, each with its owner, the reason why it exists and its size, and closes those that no
// commission needs.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { WorktreeEntry } from "../../../src/contract/project/worktrees.ts";
import { call } from "../../api/call.ts";
import { Attempt } from "../../parts/attempt.tsx";
import { Badge, Rehearsed } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Note, ProblemNote } from "../../parts/note.tsx";
import { Rows, Section } from "../../parts/panel.tsx";
import { useHall } from "../../store/hall-store.ts";
import { queries } from "../../store/queries.ts";
import { bytes, counted } from "../../words/say.ts";
import type { StatusTone } from "../../words/status.ts";
import { sizeOfAll, sizeWords } from "./sizes.ts";
import styles from "./view.module.css";

const states: Record<WorktreeEntry["state"], { tone: StatusTone; word: string }> = {
  integration: { tone: "plain", word: "The hall’s branch" },
  in_use: { tone: "indigo", word: "In use" },
  half_made: { tone: "brass", word: "Half made" },
  kept: { tone: "plain", word: "Kept" },
  left: { tone: "brass", word: "Left" },
  missing: { tone: "brass", word: "Missing" },
  stray: { tone: "brass", word: "No owner" },
};

export function Worktrees({ project }: { project?: string }) {
  const found = useQuery({ ...queries.worktrees(), refetchOnMount: "always" });
  const all = found.data?.worktrees ?? [];
  const own = project === undefined ? all : all.filter((each) => each.project === project);
  const total = sizeOfAll(own.map(({ disk }) => disk));
  if (found.error) return <ProblemNote problem={found.error} retry={() => void found.refetch()} />;
  if (own.length === 0) return null;
  return (
    <Section
      title="Worktrees"
      aside={<span className={styles["faint"]}>{`${counted(own.length, "worktree")}, ${total}`}</span>}
    >
      <Rows>
        {own.map((each) => (
          <Row key={each.path} worktree={each} />
        ))}
      </Rows>
      {found.data?.problems.map((problem) => (
        <Note key={problem} tone="brass">
          <p>{problem}</p>
        </Note>
      ))}
      {project === undefined && <Prune candidates={own.filter(({ prune }) => prune !== "leave").length} />}
    </Section>
  );
}

function Row({
  worktree: { project, commission, branch, state, why, uncommitted, disk },
}: {
  worktree: WorktreeEntry;
}) {
  const known = useHall(({ commissions }) => (commission === null ? undefined : commissions.get(commission)));
  const { tone, word } = states[state];
  return (
    <li className={styles["worktree"]}>
      <span className={styles["words"]}>
        <span className={styles["named"]}>
          {commission === null ? (
            <span className={styles["name"]}>{project}</span>
          ) : (
            <Link className={styles["name"]} to="/commissions/$id" params={{ id: commission }}>
              {known?.title ?? commission.slice(0, 13)}
            </Link>
          )}
          {known && <Attempt commission={known} />}
          {known?.rehearsed && <Rehearsed />}
        </span>
        <span className={styles["faint"]}>
          {why}
          {uncommitted ? ` · ${counted(uncommitted, "uncommitted file")}` : ""}
        </span>
        {branch && <code className={styles["branch"]}>{branch}</code>}
      </span>
      <Badge tone={tone}>{word}</Badge>
      <span className={styles["figure"]}>{sizeWords(disk)}</span>
    </li>
  );
}

function Prune({ candidates }: { candidates: number }) {
  const client = useQueryClient();
  const prune = useMutation({
    mutationFn: () => call("worktreesPrune", { body: { dryRun: false } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["projects"] }),
  });
  if (prune.data)
    return (
      <Note>
        <p>{`${counted(prune.data.pruned.length, "worktree")} closed, ${bytes(prune.data.bytes)} freed. Uncommitted files are in the trash.`}</p>
      </Note>
    );
  if (candidates === 0) return null;
  return (
    <div className={styles["sync"]}>
      <p>{`No commission needs ${candidates} of them. Closing loses nothing: uncommitted files go to the trash.`}</p>
      <Button busy={prune.isPending && "Closing…"} onClick={() => prune.mutate()}>
        Close them
      </Button>
      {prune.error && <ProblemNote problem={prune.error} />}
    </div>
  );
}
