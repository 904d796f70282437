// Shows what the worker was told and given at the beginning: each part of the first request to its model, with its size.
import { useQuery } from "@tanstack/react-query";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import type { ToldPart } from "../../../src/contract/commission/told.ts";
import { partTitle, toldFacts } from "../../../src/rules/show/told-words.ts";
import { isNoSuch } from "../../api/problem.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { Empty } from "../../parts/panel.tsx";
import { queries } from "../../store/queries.ts";
import { Fact, Facts, Group } from "./timeline/group.tsx";
import styles from "./told-tab.module.css";

export function ToldTab({ commission: { id } }: { commission: CommissionDetail }) {
  const { data, error, refetch } = useQuery({ ...queries.told(id), refetchOnMount: "always" });
  if (error && isNoSuch(error))
    return (
      <Empty title="Nothing is known of what the worker was told.">
        <p>{error.message}</p>
      </Empty>
    );
  if (error) return <ProblemNote problem={error} retry={() => void refetch()} />;
  if (!data) return <p className={styles["quiet"]}>Opening…</p>;
  return (
    <>
      <Group title="What the worker was told">
        <Facts>
          {toldFacts(data).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      </Group>
      <div className={styles["bar"]}>
        <span className={styles["quiet"]}>
          The first request to its model, part by part. A token is estimated as four characters.
        </span>
        <CopyButton look="plain" says="Copy the request" text={() => data.body} />
      </div>
      {data.parts.map((part, at) => (
        <Part key={at} part={part} />
      ))}
    </>
  );
}

function Part({ part }: { part: ToldPart }) {
  const { text, tokens } = part;
  const title = partTitle(part);
  return (
    <details className={styles["part"]}>
      <summary>
        <b>{title}</b>
        <span className={styles["quiet"]}>{tokens.toLocaleString("en-GB")} tokens</span>
      </summary>
      <pre tabIndex={0} role="group" aria-label={title}>
        {text}
      </pre>
    </details>
  );
}
