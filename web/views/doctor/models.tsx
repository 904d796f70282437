// Lists the models whose prices the hall knows, and says where each is the default.
import { useQuery } from "@tanstack/react-query";
import type { ListedModel, ModelList } from "../../../src/contract/commission/model-list.ts";
import { ProblemNote } from "../../parts/note.tsx";
import { Rows, Section } from "../../parts/panel.tsx";
import { queries } from "../../store/queries.ts";
import styles from "./view.module.css";

export function Models() {
  const { data, error, refetch } = useQuery(queries.models());
  if (error) return <ProblemNote problem={error} retry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Section title="Models">
      <Rows>
        {data.models.map((model) => (
          <li key={model.name} className={styles["finding"]}>
            <span className={styles["name"]}>{model.name}</span>
            <span className={styles["detail"]}>{priceWords(model)}</span>
            <span>{usedFor(model.name, data.defaults).join(", ")}</span>
          </li>
        ))}
      </Rows>
    </Section>
  );
}

function priceWords({ usdPerMillion: rate, contextWindow }: ListedModel): string {
  const price =
    rate === null
      ? "Its price is not known: a budget counts the highest price above."
      : `$${rate.input} per million tokens in, $${rate.output} out, $${rate.cacheRead} from a cache.`;
  return contextWindow === null
    ? price
    : `${price} ${contextWindow.toLocaleString("en-GB")} tokens of context.`;
}

/** Returns the settings that name this model as a default. */
function usedFor(
  name: string,
  { hall, claude, projects, workers, members }: ModelList["defaults"],
): string[] {
  const keys = (list: ModelList["defaults"]["projects"], section: string) =>
    list.filter(({ model }) => model === name).map((each) => `${section}.${each.name}`);
  return [
    ...(hall === name ? ["the hall’s default"] : []),
    ...(hall === null && claude === name ? ["used if nothing names another"] : []),
    ...keys(projects, "projects"),
    ...keys(workers, "workers"),
    ...keys(members, "guildMembers"),
  ];
}
