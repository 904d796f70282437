// Shows how a worker's commissions ended: briefly in a row, in full on its own page.
import type { WorkerRecord } from "../../../src/contract/package/roster.ts";
import { Badge, SealMark } from "../../parts/badge.tsx";
import { sealWords } from "../../words/status.ts";
import { finishedInWords, hasWorked, rehearsedInWords, spentInWords, usualTime } from "../../words/record.ts";
import styles from "./view.module.css";

export function RecordLine({ record }: { record: WorkerRecord }) {
  const { running } = record;
  const rehearsed = rehearsedInWords(record);
  return (
    <div className={styles["record"]}>
      <p className={styles["seals"]}>
        {running > 0 && <Badge tone="indigo">{running} at work</Badge>}
        {(["verified", "refuted", "conflict", "claimed"] as const).map(
          (seal) =>
            record[seal] > 0 && (
              <Badge key={seal} tone={sealWords[seal].tone} mark={<SealMark seal={seal} />}>
                {record[seal]} {counted[seal]}
              </Badge>
            ),
        )}
      </p>
      <p>{finishedInWords(record)}</p>
      {hasWorked(record) && (
        <p className={styles["faint"]}>
          {spentInWords(record)} in all · {usualTime(record)} each, usually
        </p>
      )}
      {rehearsed && <p className={styles["faint"]}>{rehearsed}</p>}
    </div>
  );
}

const counted = {
  verified: "verified",
  refuted: "refuted",
  conflict: "in conflict",
  claimed: "claimed",
} as const;

export function RecordInFull({ record }: { record: WorkerRecord }) {
  const { running, completed, verified, claimed, refuted, failed, cancelled, rehearsed } = record;
  const { conflict, unchanged } = record;
  const figures: [string, string | number][] = [
    ["At work now", running],
    ["Finished", completed],
    ["Verified", verified],
    ["Only claimed", claimed],
    ["Refuted", refuted],
    ["In conflict", conflict],
    ["Changed nothing", unchanged],
    ["Failed", failed],
    ["Cancelled", cancelled],
    ["Cost in all", spentInWords(record)],
    ["Usual time", usualTime(record)],
    ["Rehearsed, counted separately", rehearsed],
  ];
  return (
    <dl className={styles["facts"]}>
      {figures.map(([what, figure]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
