// Shows a guild member in full: as part of its worker's page, or on a page of its own if it only serves tools.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { MemberEntry } from "../../../src/contract/member/members.ts";
import { Section, ViewHead } from "../../parts/panel.tsx";
import { queries } from "../../store/queries.ts";
import { Health, MemberCare } from "./members.tsx";
import { WorkerTitle } from "./worker-title.tsx";
import styles from "./view.module.css";

/** Finds a guild member by the name that it has as a worker, `member:NAME`. */
export function useMember(name: string): MemberEntry | undefined {
  const members = useQuery(queries.members()).data?.members;
  return members?.find((each) => `member:${each.name}` === name);
}

export function MemberPart({ name }: { name: string }) {
  const member = useMember(name);
  if (!member) return null;
  return (
    <Section title="Health" aside={<Health state={member.state} />}>
      <p className={styles["says"]}>
        A guild member is a program of its own beside the hall. It gets the task and nothing else: no
        repository, no checks, no toolboxes.
      </p>
      <MemberCare member={member} />
    </Section>
  );
}

export function ToolsOnly({ member }: { member: MemberEntry }) {
  return (
    <>
      <ViewHead
        above={<Link to="/workers">Workers</Link>}
        title={<WorkerTitle name={`member:${member.name}`} />}
        says={`${member.description} It only serves tools, so you cannot commission it.`}
      />
      <Section title="Health" aside={<Health state={member.state} />}>
        <MemberCare member={member} />
      </Section>
    </>
  );
}
