// Shows the hall itself: its release, its home, its sandbox and how it reaches a model.
import { useQuery } from "@tanstack/react-query";
import { sandboxText } from "../../../src/rules/limits/sandbox-text.ts";
import { defaultModelWords } from "../../../src/rules/show/model-words.ts";
import { useNow } from "../../parts/now.ts";
import { Section } from "../../parts/panel.tsx";
import { queries } from "../../store/queries.ts";
import { duration } from "../../words/say.ts";
import styles from "./view.module.css";

export function HallFacts() {
  const hall = useQuery(queries.status()).data;
  const now = useNow();
  if (!hall) return null;
  const facts: readonly (readonly [string, string])[] = [
    ["Sandbox", sandboxText(hall.sandbox)],
    ["Model", `${hall.model.detail}; ${defaultModelWords(hall.model.default)}`],
    ["At work", `${hall.slots.used} of ${hall.slots.total} slots`],
    ["Release", hall.version],
    ["Up for", duration(Math.max(0, now - Date.parse(hall.startedAt)))],
    ["Home", hall.home],
  ];
  return (
    <Section title="The hall">
      <dl className={styles["facts"]}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
