// Lists guild members: programs beside the hall, each with its state, a button to start or stop it, and its logs.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { MemberEntry, MemberState } from "../../../src/contract/member/members.ts";
import { call } from "../../api/call.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { Empty, Rows, Section } from "../../parts/panel.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import { queries } from "../../store/queries.ts";
import type { StatusTone } from "../../words/status.ts";
import type { Worker } from "../new/who.ts";
import { MemberLogs } from "./member-logs.tsx";
import { RecordLine } from "./record.tsx";
import styles from "./view.module.css";

export function Members({ workers }: { workers: readonly Worker[] }) {
  const { data, error, refetch } = useQuery(queries.members());
  return (
    <Section title="Guild members">
      {error && <ProblemNote problem={error} retry={() => void refetch()} />}
      {data?.members.length === 0 && (
        <Empty title="No guild member is installed.">
          <p>
            A guild member is a program of its own that serves tools or takes work.{" "}
            <code>guild-hall members add DIRECTORY</code> adds one.
          </p>
        </Empty>
      )}
      {data && data.members.length > 0 && (
        <Rows>
          {data.members.map((member) => (
            <MemberRow
              key={member.name}
              member={member}
              worker={workers.find(({ name }) => name === `member:${member.name}`)}
            />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function MemberRow({ member, worker }: { member: MemberEntry; worker: Worker | undefined }) {
  const { name, displayName, description, version, tools } = member;
  return (
    <li>
      <div className={styles["row"]}>
        <Sigil name={`member:${name}`} />
        <div className={styles["words"]}>
          <p className={styles["member-name"]}>
            {worker ? (
              <Link to="/workers/$name" params={{ name: worker.name }} className={styles["name"]}>
                {displayName}
              </Link>
            ) : (
              <span className={styles["name"]}>{displayName}</span>
            )}
            <Health state={member.state} />
          </p>
          <p className={styles["says"]}>{description}</p>
          <p className={styles["touches"]}>
            {worker ? "takes work, in a process of its own" : "only serves tools"} · version {version}
            {tools !== null && tools.length > 0 && ` · ${tools.join(", ")}`}
          </p>
        </div>
        {worker ? <RecordLine record={worker.record} /> : <span />}
      </div>
      <MemberCare member={member} />
    </li>
  );
}

const health: Record<MemberState, { tone: StatusTone; word: string }> = {
  available: { tone: "plain", word: "not used here yet" },
  stopped: { tone: "plain", word: "stopped" },
  starting: { tone: "indigo", word: "starting" },
  running: { tone: "verdigris", word: "running" },
  failing: { tone: "madder", word: "failing" },
};

export function Health({ state }: { state: MemberState }) {
  const { tone, word } = health[state];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Shows a guild member's problem, the button to start or stop it, and its logs. */
export function MemberCare({ member: { name, displayName, state, problem } }: { member: MemberEntry }) {
  const queryClient = useQueryClient();
  const turn = useMutation({
    mutationFn: async (to: "memberStart" | "memberStop") => void (await call(to, { params: { name } })),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["members"] }),
        queryClient.invalidateQueries({ queryKey: ["roster"] }),
      ]),
  });
  const isUp = state === "running" || state === "starting" || state === "failing";
  return (
    <div className={styles["care"]}>
      {problem && <p className={styles["problem"]}>{problem}</p>}
      {turn.error && <ProblemNote problem={turn.error} />}
      <div className={styles["acts"]}>
        {isUp ? (
          <Button
            busy={turn.isPending && "Stopping…"}
            title="Ends the guild member and all its processes; its current work is lost"
            onClick={() => turn.mutate("memberStop")}
          >
            Stop<span className="unseen"> {displayName}</span>
          </Button>
        ) : (
          <Button busy={turn.isPending && "Starting…"} onClick={() => turn.mutate("memberStart")}>
            Start<span className="unseen"> {displayName}</span>
          </Button>
        )}
      </div>
      {state !== "available" && <MemberLogs name={name} />}
    </div>
  );
}
