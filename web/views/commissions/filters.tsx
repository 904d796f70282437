// Shows the filters of the list (words, worker, project, status, trust and label) and the choice of board or table.
import { memo, useRef } from "react";
import type { Seal, Status } from "../../../src/contract/commission/commission.ts";
import { Button } from "../../parts/button.tsx";
import { Pick } from "../../parts/pick.tsx";
import { useKeys } from "../../shell/keys.ts";
import { sealWords, statusWords } from "../../words/status.ts";
import { workerToldApart } from "../../words/worker-name.ts";
import type { Choice, Sorting } from "./choice.ts";
import type { TypedWords } from "./use-words.ts";
import type { ChangeChoice } from "./view.tsx";
import styles from "./filters.module.css";

interface FiltersProps {
  choice: Choice;
  offered: { workers: string[]; projects: string[]; labels: string[] };
  change: ChangeChoice;
  words: TypedWords;
}

const same = (names: readonly string[]) => names.map((value) => ({ value, word: value }));
const orders = [
  { value: "ended", word: "Last ended first" },
  { value: "title", word: "By title" },
  { value: "worker", word: "By worker" },
  { value: "status", word: "By status" },
  { value: "cost", word: "Most expensive first" },
  { value: "turns", word: "Most turns first" },
] satisfies { value: Sorting; word: string }[];
const statuses = (Object.keys(statusWords) as Status[]).map((value) => ({
  value,
  word: statusWords[value].word,
}));
const seals = (Object.keys(sealWords) as Seal[]).map((value) => ({
  value,
  word: sealWords[value].word,
}));
const unfiltered = {
  q: undefined,
  status: undefined,
  trust: undefined,
  worker: undefined,
  project: undefined,
  label: undefined,
};

export function Filters({ choice, offered, change, words }: FiltersProps) {
  const { status, trust, worker, project, label } = choice;
  const isNarrow = Boolean(words.typed || (status ?? trust ?? worker ?? project ?? label));
  const other = choice.view === "board" ? "table" : "board";
  const clear = () => {
    words.type("");
    change(unfiltered);
  };
  useKeys([
    { keys: "v", says: "Board or table", group: "Commissions", act: () => change({ view: other }) },
    { keys: "c", says: "Clear the filters", group: "Commissions", act: clear },
  ]);
  return (
    <div className={styles["filters"]} role="search" aria-label="Filter commissions">
      <WordsField words={words} />
      <Picks {...{ choice, offered, change }} />
      {isNarrow && (
        <Button look="quiet" keys="C" onClick={clear}>
          Clear
        </Button>
      )}
      <div className={styles["views"]} role="group" aria-label="Show as">
        {(["board", "table"] as const).map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={choice.view === view}
            onClick={() => change({ view })}
          >
            {view === "board" ? "Board" : "Table"}
          </button>
        ))}
      </div>
    </div>
  );
}

const Picks = memo(function Picks({ choice, offered, change }: Omit<FiltersProps, "words">) {
  const picks = [
    { name: "status", label: "Status", all: "Every status", offered: statuses },
    { name: "trust", label: "Trust", all: "Any trust", offered: seals },
    {
      name: "worker",
      label: "Worker",
      all: "Every worker",
      offered: offered.workers.map((value) => ({ value, word: workerToldApart(value) })),
    },
    { name: "project", label: "Project", all: "Every project", offered: same(offered.projects) },
    { name: "label", label: "Label", all: "Every label", offered: same(offered.labels) },
    { name: "sort", label: "Order", all: "Newest first", offered: orders },
  ] as const;
  return picks
    .filter((pick) => pick.offered.length > 0)
    .map((pick) => (
      <Pick<string>
        key={pick.name}
        all={pick.all}
        label={pick.label}
        value={choice[pick.name] === "created" ? undefined : choice[pick.name]}
        offered={pick.offered}
        choose={(value) => change({ [pick.name]: value })}
      />
    ));
});

function WordsField({ words: { typed, type, settle } }: { words: TypedWords }) {
  const field = useRef<HTMLInputElement>(null);
  const focus = () => field.current?.focus();
  useKeys([
    { keys: "/", says: "Filter by words", group: "Commissions", act: focus },
    { keys: "f", says: "Filter by words", group: "Commissions", act: focus },
  ]);
  return (
    <input
      ref={field}
      className={styles["words"]}
      type="search"
      aria-label="Words in the title, worker, project, label or summary"
      placeholder="Filter by words"
      value={typed}
      onChange={({ target }) => type(target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Escape" || event.key === "ArrowDown" || event.key === "Enter") {
          event.preventDefault();
          field.current?.blur();
        }
      }}
    />
  );
}
