// Lists every version of a note, newest first, each with its text and a button to restore it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MemoryVersion } from "../../../src/contract/memory/memory.ts";
import { call } from "../../api/call.ts";
import { Ago } from "../../parts/ago.tsx";
import { Button } from "../../parts/button.tsx";
import { Markdown } from "../../parts/text/markdown.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { Rows, Section } from "../../parts/panel.tsx";
import { say } from "../../parts/toast.tsx";
import { queries } from "../../store/queries.ts";
import { Author, Marks } from "./author.tsx";
import styles from "./view.module.css";

export function History({ scope, name }: { scope: string; name: string }) {
  const history = useQuery({ ...queries.memoryHistory(scope, name), retry: false });
  const [opened, setOpened] = useState<number | null>(null);
  if (!history.data) return null;
  const [latest] = history.data.versions;
  return (
    <Section title="Versions">
      <Rows>
        {history.data.versions.map((version) => (
          <Version
            key={version.version}
            of={version}
            isLatest={version === latest}
            isOpen={opened === version.version}
            toggle={() => setOpened(opened === version.version ? null : version.version)}
          />
        ))}
      </Rows>
    </Section>
  );
}

interface VersionProps {
  of: MemoryVersion;
  isLatest: boolean;
  isOpen: boolean;
  toggle(): void;
}

function Version({ of, isLatest, isOpen, toggle }: VersionProps) {
  const hasWords = of.change !== "forgotten" && of.change !== "compacted";
  return (
    <li className={styles["version"]}>
      <div className={styles["version-head"]}>
        <span className={styles["version-number"]}>{of.version}</span>
        <span>
          {changed(of)} by <Author by={of.by} />, <Ago at={of.at} />{" "}
          <Marks untrusted={of.untrusted} rehearsed={of.rehearsed} suspect={of.suspect} />
        </span>
        <span className={styles["acts"]}>
          {hasWords && (
            <Button look="quiet" aria-expanded={isOpen} onClick={toggle}>
              {isOpen ? "Fold" : "What it said"}
            </Button>
          )}
          {hasWords && !isLatest && <Revert of={of} />}
        </span>
      </div>
      {isOpen && <Said of={of} />}
    </li>
  );
}

function changed({ change, of }: MemoryVersion): string {
  return change === "reverted" && of !== null ? `version ${of} brought back` : change;
}

function Said({ of: { scope, key, version } }: { of: MemoryVersion }) {
  const said = useQuery(queries.memoryVersion(scope, key, version));
  if (said.error) return <ProblemNote problem={said.error} />;
  return said.data ? (
    <div className={styles["said"]}>
      <Markdown text={said.data.content} />
    </div>
  ) : (
    <p className={styles["faint"]}>Reading…</p>
  );
}

function Revert({ of: { scope, key, version } }: { of: MemoryVersion }) {
  const client = useQueryClient();
  const revert = useMutation({
    mutationFn: () => call("memoryRevert", { params: { scope, key }, body: { version } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["memory"] });
      say({ title: `“${key}” is back at version ${version}.` });
    },
    onError: (problem) => say({ title: problem.message }),
  });
  return (
    <Button busy={revert.isPending && "Bringing it back…"} onClick={() => revert.mutate()}>
      Bring back<span className="unseen"> version {version}</span>
    </Button>
  );
}
