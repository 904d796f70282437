// Shows the hall's memory: its scopes, who wrote what for which commission, and every version.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { MemoryScopes } from "../../../src/contract/memory/memory-routes.ts";
import { ProblemNote } from "../../parts/note.tsx";
import { ViewHead } from "../../parts/panel.tsx";
import { useTitle } from "../../shell/shell.tsx";
import { queries } from "../../store/queries.ts";
import { counted, short } from "../../words/say.ts";
import { withEmptyScopes } from "../../words/scopes.ts";
import { Entry } from "./entry.tsx";
import { NewEntry } from "./new-entry.tsx";
import { Scope } from "./scope.tsx";
import { Scopes } from "./scopes.tsx";
import styles from "./view.module.css";

export function MemoryView() {
  useTitle("Memory");
  const { scope = "global", key } = useParams({ strict: false });
  const scopes = useQuery(queries.memoryScopes());
  const known = scopes.data?.scopes ?? [];
  const all = useAllScopes(known);
  const total = known.reduce((sum, each) => sum + each.entries, 0);
  return (
    <>
      <ViewHead
        title="Memory"
        says={
          scopes.data
            ? `${counted(total, "note")} in ${counted(known.length, "scope")}, about ${short(known.reduce((sum, each) => sum + each.tokens, 0))} tokens. Workers get the newest notes when they start.`
            : "Reading the notes…"
        }
        actions={<NewEntry scope={scope} />}
      />
      {scopes.error && <ProblemNote problem={scopes.error} retry={() => void scopes.refetch()} />}
      <div className={styles["columns"]}>
        <Scopes scopes={all} chosen={scope} />
        <div className={styles["content"]}>
          {key === undefined ? (
            <Scope scope={scope} />
          ) : (
            <>
              <p className={styles["back"]}>
                <Link to="/memory/$scope" params={{ scope }}>
                  {scope}
                </Link>{" "}
                / {key}
              </p>
              <Entry scope={scope} name={key} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

function useAllScopes(known: MemoryScopes["scopes"]) {
  const projects = useQuery(queries.projects()).data?.projects ?? [];
  const workers = useQuery(queries.workers()).data?.workers ?? [];
  return withEmptyScopes(known, {
    projects: projects.map(({ name }) => name),
    workers: workers.filter(({ kind }) => kind === "package").map(({ name }) => name),
  });
}
