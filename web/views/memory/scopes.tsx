// Lists the scopes: global, of each project, and of each worker.
import { Link } from "@tanstack/react-router";
import { Badge } from "../../parts/badge.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import { short } from "../../words/say.ts";
import type { withEmptyScopes } from "../../words/scopes.ts";
import styles from "./view.module.css";

type Known = ReturnType<typeof withEmptyScopes>[number];

const kinds = [
  { kind: "global", title: "All workers" },
  { kind: "project", title: "Of a project" },
  { kind: "worker", title: "Of one worker" },
] as const;

export function Scopes({ scopes, chosen }: { scopes: readonly Known[]; chosen: string }) {
  return (
    <nav className={styles["scopes"]} aria-label="Scopes">
      {kinds.map(({ kind, title }) => {
        const own = scopes.filter(({ scope }) => scope.split(":")[0] === kind);
        return own.length === 0 ? null : (
          <section key={kind}>
            <h2>{title}</h2>
            <ul>
              {own.map((each) => (
                <li key={each.scope}>
                  <ScopeLink of={each} isChosen={each.scope === chosen} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}

function ScopeLink({
  of: { scope, entries, tokens, over, problem },
  isChosen,
}: {
  of: Known;
  isChosen: boolean;
}) {
  const [kind, name] = scope.split(":");
  return (
    <Link
      to="/memory/$scope"
      params={{ scope }}
      className={styles["scope"]}
      aria-current={isChosen ? "page" : undefined}
    >
      {kind === "worker" && <Sigil name={name ?? ""} size={15} />}
      <span className={styles["scope-name"]}>{name ?? "global"}</span>
      {over && <Badge tone="brass">large</Badge>}
      {problem ? (
        <Badge tone="madder">unreadable</Badge>
      ) : (
        <span className={styles["figures"]} title={`about ${short(tokens)} tokens`}>
          {entries}
          <span className="unseen"> notes</span>
        </span>
      )}
    </Link>
  );
}
