// Says in the head of a commission what became of its finished work: where it waits, why an act stopped, where it went.
import { Link } from "@tanstack/react-router";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import type { LandingDetail, StandingWork } from "../../../../src/contract/commission/landing.ts";
import { findFirstFailure } from "../../../../src/rules/checks/first-failure.ts";
import { hasPassed } from "../../../../src/rules/checks/has-passed.ts";
import { Ago } from "../../../parts/ago.tsx";
import { Note } from "../../../parts/note.tsx";
import { plain, plainLine } from "../../../words/plain.ts";
import { runWords } from "../timeline/run-words.ts";
import styles from "./landing.module.css";

export function LandingNote({ commission }: { commission: CommissionDetail }) {
  const { landing, afterEnd } = commission;
  if (!landing) return null;
  const stop = afterEnd?.lastStop ?? null;
  if (
    stop !== null &&
    (landing.state === "ready" || landing.state === "merged" || landing.state === "accepted")
  )
    return <Stopped stop={stop} />;
  const words = sentenceOf(commission);
  return words === null ? null : (
    <div className={styles["said"]}>
      <Note>
        <p>{words}</p>
      </Note>
    </div>
  );
}

function sentenceOf({ landing, afterEnd, branch }: CommissionDetail): string | null {
  const into = plainLine(branch?.into ?? "the integration branch");
  const own = plainLine(branch?.name ?? "");
  const commit = landing?.commit?.slice(0, 12) ?? "";
  const why = afterEnd?.reason ? `: ${plainLine(afterEnd.reason).replace(/\.$/, "")}` : "";
  switch (landing?.state) {
    case "accepting":
      return `It is accepted: its checks run on the merge with ${into}.`;
    case "undoing":
      return `Its merge is being undone: its checks run on ${into} without it.`;
    case "accepted":
      return `You accepted it: it is on ${into} as ${commit}.`;
    case "rejected":
      return `It was rejected${why}. It stays on its branch ${own}.`;
    case "undone":
      return `${why ? `It was rejected${why}. ` : ""}Its merge was undone on ${into}, by ${commit}.`;
    case "ready": // the badge and the bar of acts say it
    case "merged":
    case "sent_back": // the link to the next attempt says it
    case undefined:
      return null;
  }
}

/** Shows why an act had no effect, with the evidence. */
function Stopped({ stop }: { stop: NonNullable<LandingDetail["lastStop"]> }) {
  const { act, at, message, conflicts, standing } = stop;
  return (
    <div className={styles["said"]}>
      <Note tone="madder">
        <p className={styles["what"]}>
          {act === "accept" ? "Accept" : "Undo"} stopped <Ago at={at} />; nothing moved.
        </p>
        <p>{plainLine(message)}</p>
        <Paths paths={conflicts} />
        {standing.length > 0 && (
          <ul className={styles["standing"]} aria-label="Later work on the same files">
            {standing.map((each) => (
              <li key={each.commit}>
                <Later work={each} />
              </li>
            ))}
          </ul>
        )}
        <FirstRed checks={stop.checks} />
      </Note>
    </div>
  );
}

const mostPaths = 20;

function Paths({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <ul className={styles["paths"]} aria-label="Files in conflict">
      {paths.slice(0, mostPaths).map((path) => (
        <li key={path}>
          <code>{plainLine(path)}</code>
        </li>
      ))}
      {paths.length > mostPaths && <li>and {paths.length - mostPaths} more</li>}
    </ul>
  );
}

function Later({ work: { commit, subject, commission } }: { work: StandingWork }) {
  const says = (
    <>
      <code>{commit.slice(0, 12)}</code> {plainLine(subject)}
    </>
  );
  if (commission === null) return says;
  return (
    <Link to="/commissions/$id" params={{ id: commission }}>
      {says}
    </Link>
  );
}

/** Shows the first failing check of the act, and the first lines that failed. */
function FirstRed({ checks }: { checks: NonNullable<LandingDetail["lastStop"]>["checks"] }) {
  const red = checks.find((check) => !hasPassed(check));
  if (!red) return null;
  const failure = findFirstFailure(red.output);
  return (
    <div className={styles["red"]}>
      <p>
        <code>{plainLine(red.command)}</code> {runWords(red)}
      </p>
      {failure && (
        <pre tabIndex={0} role="group" aria-label={`The first failure of ${plainLine(red.command)}`}>
          {plain(failure.text)}
        </pre>
      )}
    </div>
  );
}
