// Removes a project from the hall, after showing what goes and what stays. The repository is never touched.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ProjectRemoved } from "../../../src/contract/project/project.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { say } from "../../parts/toast.tsx";
import { plainly } from "../../store/plainly.ts";
import { counted } from "../../words/say.ts";
import styles from "./view.module.css";

export function RemoveProject({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false);
  const plan = useMutation({
    mutationFn: async () =>
      plainly(await call("projectRemove", { params: { name }, query: { dryRun: "true" } })),
  });
  const remove = useRemoval(name);
  const open = () => {
    setOpen(true);
    plan.mutate();
  };
  return (
    <>
      <Button look="quiet" onClick={open}>
        Remove
      </Button>
      <Sheet
        isOpen={isOpen}
        close={() => setOpen(false)}
        title={`Remove ${name} from the hall?`}
        main={{
          says: "Remove it",
          look: "danger",
          busy: remove.isPending && "Removing…",
          refusal: plan.data ? null : "the hall has not said yet what this does",
        }}
        act={() => remove.mutate()}
      >
        {plan.data && <Plan plan={plan.data} />}
        {(plan.error ?? remove.error) && <ProblemNote problem={plan.error ?? remove.error} />}
      </Sheet>
    </>
  );
}

function useRemoval(name: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => plainly(await call("projectRemove", { params: { name } })),
    onSuccess: async () => {
      await navigate({ to: "/projects" });
      say({ title: `${name} is removed from the hall. Its branches and its memory stay.` });
      await client.invalidateQueries({ queryKey: ["projects"] });
    },
  });
}

function Plan({ plan: { removed, stays, branches } }: { plan: ProjectRemoved }) {
  return (
    <div className={styles["plan-lines"]}>
      {removed.map((path) => (
        <p key={path}>
          Removed: <code>{path}</code>
        </p>
      ))}
      {stays.map(({ path, why }) => (
        <p key={path}>
          Kept: <code>{path}</code>, {why}
        </p>
      ))}
      <p>{`The repository, the hall’s ${counted(branches.length, "branch", "branches")} in it, and the project’s memory stay.`}</p>
    </div>
  );
}
