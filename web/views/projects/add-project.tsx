// Adds a repository as a project, after showing what would be made.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ChangeEvent, useState } from "react";
import type { ProjectAdded } from "../../../src/contract/project/project.ts";
import type { TakenSettings } from "../../../src/contract/project/proposal.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../parts/button.tsx";
import { Note, ProblemNote } from "../../parts/note.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { useKeys } from "../../shell/keys.ts";
import { plainly } from "../../store/plainly.ts";
import { choicesOf, chosenSettings, type LineChoice, ProposalChoice } from "./proposal.tsx";
import styles from "./view.module.css";

export function AddProject() {
  const [isOpen, setOpen] = useState(false);
  useKeys([{ keys: "a", says: "Add a project", group: "Projects", act: () => setOpen(true) }]);
  return (
    <>
      <Button look="main" keys="A" onClick={() => setOpen(true)}>
        Add a project
      </Button>
      {isOpen && <Adding close={() => setOpen(false)} />}
    </>
  );
}

/** The first press shows what would be done, the second does it. */
function Adding({ close }: { close(): void }) {
  const [name, setName] = useState("");
  const [path, setPath] = useState("");
  const [choices, setChoices] = useState<LineChoice[]>([]);
  const body = { name: name.trim(), path: path.trim() };
  const plan = useMutation({
    mutationFn: async () => plainly(await call("projectAdd", { body: { ...body, dryRun: true } })),
    onSuccess: ({ proposal }) => setChoices(choicesOf(proposal)),
  });
  const add = useAddition({ ...body, settings: chosenSettings(choices, plan.data?.proposal) });
  const change = (set: (text: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    set(event.target.value);
    plan.reset();
  };
  return (
    <Sheet
      isOpen
      close={close}
      title="Add a repository"
      main={{
        says: plan.data ? "Add it" : "See what this does",
        busy: (add.isPending && "Adding…") || (plan.isPending && "Looking…"),
        refusal: refusalOf(body),
      }}
      act={() => (plan.data ? add.mutate() : plan.mutate())}
    >
      <div className={styles["form"]}>
        <label>
          Name
          <input value={name} placeholder="acme" autoComplete="off" onChange={change(setName)} />
        </label>
        <label>
          Path of your checkout, absolute or from ~
          <input value={path} placeholder="~/src/acme" autoComplete="off" onChange={change(setPath)} />
        </label>
      </div>
      {plan.data && <Plan plan={plan.data} />}
      {plan.data?.proposal && (
        <ProposalChoice proposal={plan.data.proposal} choices={choices} change={setChoices} />
      )}
      {(plan.error ?? add.error) && <ProblemNote problem={plan.error ?? add.error} />}
    </Sheet>
  );
}

function refusalOf({ name, path }: { name: string; path: string }): string | null {
  if (name === "") return "it needs a name";
  return path === "" ? "it needs the path of a checkout" : null;
}

interface Addition {
  name: string;
  path: string;
  settings: TakenSettings | undefined;
}

function useAddition(body: Addition) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => plainly(await call("projectAdd", { body })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["projects"] });
      await navigate({ to: "/projects/$name", params: { name: body.name } });
    },
  });
}

function Plan({ plan: { branch, integration, makes, notes } }: { plan: ProjectAdded }) {
  return (
    <Note>
      <p>
        Your branch is <code>{branch}</code>. Finished work goes to <code>{integration}</code>.{" "}
        {making(makes)}
      </p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Note>
  );
}

const things: Record<ProjectAdded["makes"][number], string> = {
  branch: "the branch",
  worktree: "its worktree in the hall’s home",
  entry: "an entry in config.yaml",
};

function making(makes: ProjectAdded["makes"]): string {
  if (makes.length === 0) return "Everything that it needs is there already.";
  return `This makes ${makes.map((thing) => things[thing]).join(", ")}. Your files, index and branches stay as they are.`;
}
