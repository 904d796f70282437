// Shows home: finished work that is ready, what needs a person, what is running, and what has ended today.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { needsTitle } from "../../../src/rules/show/needs-title.ts";
import { ActingPlace, startActing } from "../commission/acts/acting.tsx";
import { ButtonLink } from "../../parts/button.tsx";
import { ViewHead } from "../../parts/panel.tsx";
import { say } from "../../parts/toast.tsx";
import { useKeys } from "../../shell/keys.ts";
import { useTitle } from "../../shell/shell.tsx";
import { useHall } from "../../store/hall-store.ts";
import { queries } from "../../store/queries.ts";
import { homeSentence } from "../../words/home-sentence.ts";
import { capital, inWords } from "../../words/say.ts";
import { pressSelected, useReadyKeys } from "../review/ready-keys.ts";
import { MergedSection, WaitingSection } from "../review/ready-section.tsx";
import { useReady } from "../review/use-ready.ts";
import { AtWork } from "./at-work.tsx";
import { CameBack } from "./came-back.tsx";
import { FirstVisit } from "./first-visit.tsx";
import { LastBack } from "./last-back.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { RowsPlace, useCurrentRow } from "./rows-place.tsx";
import { useGlance } from "./use-glance.ts";

export function HomeView() {
  useTitle("Home");
  useFilterKey();
  useCancelKey();
  useReadyKeys({ withShared: false });
  const ready = useReady();
  const glance = useGlance();
  const total = useQuery(queries.attention()).data?.total;
  const isNew = useHall(({ complete, commissions }) => complete && commissions.size === 0);
  return (
    <RowsPlace>
      <ViewHead
        title={titleOf(ready.waiting.length, total)}
        says={glance.isKnown ? homeSentence(glance) : "Fetching the commissions…"}
        also={glance.lastBack && <LastBack commission={glance.lastBack} />}
        actions={!isNew && <Actions />}
      />
      <WaitingSection {...ready} />
      <NeedsYou />
      {isNew ? (
        <FirstVisit />
      ) : (
        <>
          <AtWork running={glance.running} waiting={glance.waiting} isKnown={glance.isKnown} />
          <MergedSection {...ready} />
          <CameBack {...glance.cameBack} isKnown={glance.isKnown} />
        </>
      )}
      <ActingPlace />
    </RowsPlace>
  );
}

/** Says "Five ready, three need you"; without finished work that waits, only what needs the person. */
function titleOf(ready: number, needs: number | undefined): string {
  if (needs === undefined) return "What needs you";
  if (ready === 0) return needsTitle(needs);
  const also =
    needs === 0 ? "nothing else needs you" : `${inWords(needs)} ${needs === 1 ? "needs" : "need"} you`;
  return `${capital(inWords(ready))} ready, ${also}`;
}

function Actions() {
  return (
    <>
      <ButtonLink to="/commissions" keys="F">
        Filter
      </ButtonLink>
      <ButtonLink to="/new" look="main" keys="N">
        New commission
      </ButtonLink>
    </>
  );
}

/** Cancels the current row's commission only: nothing is cancelled that the person did not select. */
function useCancelKey(): void {
  const act = () => {
    if (pressSelected("reject")) return;
    const { row } = useCurrentRow.getState();
    const commission = row === null ? undefined : useHall.getState().commissions.get(row);
    if (commission?.endedAt === null) startActing({ act: "cancel", id: commission.id });
    else say({ title: "First select a commission that is running or waiting, with J and K." });
  };
  useKeys([
    { keys: "x", says: "Reject the selected work, or cancel the selected commission", group: "Home", act },
  ]);
}

/** Goes to the list of commissions and focuses its search field. */
function useFilterKey(): void {
  const navigate = useNavigate();
  const go = async () => {
    await navigate({ to: "/commissions" });
    requestAnimationFrame(() => document.querySelector<HTMLElement>("main input[type=search]")?.focus());
  };
  useKeys([{ keys: "f", says: "Filter commissions", group: "Home", act: () => void go() }]);
}
