// Lists all commissions, as a board or a table. The filters are in the address, so that it can be shared.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useEffect, useMemo } from "react";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { ActingPlace } from "../commission/acts/acting.tsx";
import { ButtonLink } from "../../parts/button.tsx";
import { Empty, ViewHead } from "../../parts/panel.tsx";
import { useHall } from "../../store/hall-store.ts";
import { useTitle } from "../../shell/shell.tsx";
import { counted } from "../../words/say.ts";
import { Board } from "./board.tsx";
import { type Choice, choose, type Offers, offers, prepare } from "./choice.ts";
import { Filters } from "./filters.tsx";
import { keptView, keepView } from "./kept-view.ts";
import { Table } from "./table.tsx";
import { useWords } from "./use-words.ts";
import styles from "./view.module.css";

export function CommissionsView() {
  useTitle("Commissions");
  const choice = useSearch({ from: "/commissions" });
  const change = useChange();
  const words = useWords(choice.q ?? "", (q) => change({ q }));
  const all = useHall((state) => state.newest);
  const complete = useHall((state) => state.complete);
  const offered = useOffers(all);
  useEffect(() => {
    const idle = requestIdleCallback(() => prepare(all));
    return () => cancelIdleCallback(idle);
  }, [all]);
  // Typing has priority: on a slow machine the list follows a moment later.
  const q = useDeferredValue(words.typed);
  const chosen = useMemo(() => choose(all, { ...choice, q }), [all, choice, q]);
  const view = choice.view ?? keptView();
  return (
    <div className={styles["view"]}>
      <ViewHead
        title="Commissions"
        says={<span role="status">{saying({ shown: chosen.length, all: all.length, complete })}</span>}
        actions={
          <ButtonLink to="/new" look="main" keys="N">
            New commission
          </ButtonLink>
        }
      />
      <Filters
        choice={useMemo(() => ({ ...choice, view }), [choice, view])}
        {...{ offered, change, words }}
      />
      {chosen.length === 0 ? (
        <Nothing isFiltered={all.length > 0} complete={complete} />
      ) : view === "board" ? (
        <Board commissions={chosen} />
      ) : (
        <Table commissions={chosen} choice={choice} change={change} />
      )}
      <ActingPlace />
    </div>
  );
}

/** Keeps the same object as long as the choices do not change. */
function useOffers(all: readonly ListedCommission[]): Offers {
  const made = useMemo(() => offers(all), [all]);
  const key = JSON.stringify(made);
  return useMemo(() => made, [key]);
}

export type ChangeChoice = (changed: { [K in keyof Choice]: Choice[K] | undefined }) => void;

function useChange(): ChangeChoice {
  const navigate = useNavigate({ from: "/commissions" });
  return useCallback(
    (changed) => {
      if (changed.view !== undefined) keepView(changed.view);
      void navigate({
        search: (before: Choice) => withoutGaps({ ...before, ...changed }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
}

function withoutGaps(choice: { [K in keyof Choice]: Choice[K] | undefined }): Choice {
  return Object.fromEntries(
    Object.entries(choice).filter(([, value]) => value !== undefined && value !== ""),
  );
}

function saying({ shown, all, complete }: { shown: number; all: number; complete: boolean }): string {
  const older = complete ? "" : " so far, older ones are being fetched";
  if (shown === all) return `${counted(all, "commission")}${older}`;
  return `${shown.toLocaleString("en-US")} of ${counted(all, "commission")}${older}`;
}

function Nothing({ isFiltered, complete }: { isFiltered: boolean; complete: boolean }) {
  if (!complete) return <p className={styles["fetching"]}>Fetching the commissions…</p>;
  if (isFiltered)
    return (
      <Empty title="No commission matches.">
        <p>Remove a word, or clear the filters.</p>
      </Empty>
    );
  return (
    <Empty title="There are no commissions yet.">
      <p>
        A commission is a piece of work for one worker, such as a researcher or a reviewer. The worker does it
        alone, and its result appears here. Press <kbd>N</kbd>, or run{" "}
        <code>guild-hall commission researcher "…"</code>.
      </p>
    </Empty>
  );
}
