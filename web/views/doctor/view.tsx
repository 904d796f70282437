// Shows what this machine has and lacks, how the hall works, and its settings.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Finding } from "../../../src/contract/api/doctor.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { Rows, Section, ViewHead } from "../../parts/panel.tsx";
import { useTitle } from "../../shell/shell.tsx";
import { queries } from "../../store/queries.ts";
import { capital, inWords } from "../../words/say.ts";
import type { StatusTone } from "../../words/status.ts";
import { HallFacts } from "./hall-facts.tsx";
import { Models } from "./models.tsx";
import { Settings } from "./settings.tsx";
import { ThisBrowser } from "./this-browser.tsx";
import styles from "./view.module.css";

export function DoctorView() {
  useTitle("Doctor");
  const client = useQueryClient();
  const look = useQuery({ ...queries.doctor(), refetchOnMount: "always" });
  const findings = look.data?.findings ?? [];
  return (
    <>
      <ViewHead
        title={look.data ? headline(findings) : "Looking at the machine…"}
        says="What is installed, how workers are contained, how the hall reaches a model, and what it may spend."
        actions={
          <Button
            busy={look.isFetching && "Looking…"}
            onClick={() => void client.invalidateQueries({ queryKey: ["doctor"] })}
          >
            Look again
          </Button>
        }
      />
      {look.error && <ProblemNote problem={look.error} retry={() => void look.refetch()} />}
      <HallFacts />
      {findings.length > 0 && (
        <Section title="What was found">
          <Rows>
            {[...findings]
              .sort((a, b) => order[a.state] - order[b.state])
              .map((finding) => (
                <FindingRow key={finding.name} finding={finding} />
              ))}
          </Rows>
        </Section>
      )}
      <Models />
      <Settings />
      <ThisBrowser />
    </>
  );
}

const order: Record<Finding["state"], number> = { fail: 0, warn: 1, ok: 2 };
const states: Record<Finding["state"], { tone: StatusTone; word: string }> = {
  fail: { tone: "madder", word: "Not right" },
  warn: { tone: "brass", word: "Look at it" },
  ok: { tone: "verdigris", word: "Fine" },
};

function headline(findings: readonly Finding[]): string {
  const [missing, weak] = (["fail", "warn"] as const).map(
    (state) => findings.filter((each) => each.state === state).length,
  );
  if (missing) return `${capital(inWords(missing))} ${missing === 1 ? "thing is" : "things are"} not right`;
  if (weak)
    return `${capital(inWords(weak))} ${weak === 1 ? "thing works" : "things work"} less well than ${weak === 1 ? "it" : "they"} could`;
  return "Everything is in order";
}

function FindingRow({ finding: { name, state, detail, advice } }: { finding: Finding }) {
  const { tone, word } = states[state];
  return (
    <li className={styles["finding"]}>
      <span className={styles["name"]}>{name}</span>
      <span className={styles["detail"]}>
        {detail}
        {advice && <span className={styles["advice"]}>{advice}</span>}
      </span>
      <Badge tone={tone}>{word}</Badge>
    </li>
  );
}
