// Says in a sentence under the title what must not be missed about a commission's state.
import { Link } from "@tanstack/react-router";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { sealOf } from "../../../src/rules/show/seal.ts";
import { Note } from "../../parts/note.tsx";
import { useToday } from "../../parts/now.ts";
import { plainLine } from "../../words/plain.ts";
import { inWords, moment } from "../../words/say.ts";
import styles from "./head.module.css";

export function Standing({ commission }: { commission: CommissionDetail }) {
  const today = useToday();
  const said = sentenceOf(commission, today);
  const { continuedBy, attempt } = commission;
  if (said === null && continuedBy === null) return null;
  return (
    <div className={styles["standing"]}>
      {said && <Note tone={said.tone}>{said.text}</Note>}
      {continuedBy && (
        <Note>
          <p>
            {commission.landing?.state === "sent_back" ? "You sent it back:" : "It was redispatched:"}{" "}
            <Link to="/commissions/$id" params={{ id: continuedBy }}>
              attempt {inWords(attempt + 1)}
            </Link>
          </p>
        </Note>
      )}
    </div>
  );
}

interface Said {
  tone: "plain" | "brass" | "madder";
  text: string;
}

function sentenceOf(commission: CommissionDetail, today: number): Said | null {
  const { status, error, anomaly, cancelRequested, waitingFor, waitsUntil, endedAt, damage } = commission;
  if (damage !== undefined) return { tone: "madder", text: plainLine(damage) };
  const seal = sealOf(commission);
  if (error) return { tone: "madder", text: plainLine(error.message) };
  const also = plainLine(anomaly ?? "");
  if (seal === "refuted") return { tone: "madder", text: `It does not pass its checks. ${also}` };
  if (seal === "conflict") return { tone: "madder", text: `${conflictSentence(commission)} ${also}` };
  if (anomaly) return { tone: "brass", text: also };
  if (seal === "unchanged") return { tone: "plain", text: "It changed nothing in the repository." };
  if (endedAt !== null) return null;
  if (cancelRequested) return { tone: "brass", text: "It is being cancelled." };
  if (status === "paused" && waitsUntil)
    return { tone: "brass", text: `It waits for the model’s quota until ${moment(waitsUntil, today)}.` };
  return waitingFor ? { tone: "plain", text: waitSentence(plainLine(waitingFor)) } : null;
}

function conflictSentence({ branch, continuedBy }: CommissionDetail): string {
  const into = plainLine(branch?.into ?? "the integration branch");
  const kept = `Its work could not be merged into ${into}, and is kept on its branch.`;
  return continuedBy === null
    ? `${kept} Redispatch it: a new attempt gets the work to apply to ${into} as it is now.`
    : kept;
}

/** A reason that starts with "waits " continues the sentence; any other follows a colon. */
function waitSentence(why: string): string {
  return why.startsWith("waits ") ? `It ${why}` : `It waits: ${why}`;
}
