// Edits the task in markdown, with a preview.
import { Tabs } from "@base-ui/react/tabs";
import { lazy, Suspense } from "react";
import { fetchCode } from "../../api/visit.ts";
import { counted } from "../../words/say.ts";
import { AttachArea } from "../../parts/attach.tsx";
import type { Attaching } from "../../parts/use-attaching.ts";
import { Labelled, Says } from "./labelled.tsx";
import { TaskText } from "./task-text.tsx";
import styles from "./view.module.css";

const Markdown = lazy(async () => ({
  default: (await fetchCode(() => import("../../parts/text/markdown.tsx"))).Markdown,
}));

interface TaskFieldProps {
  task: string;
  wrong: string | undefined;
  /** The project whose paths can be named with "@"; `null` if there is none with a repository. */
  project: string | null;
  change(task: string): void;
  attaching: Attaching;
  /** Why no files can be attached. */
  noFiles: string | null;
  wrongFiles: string | undefined;
}

export function TaskField({ task, wrong, project, change, attaching, noFiles, wrongFiles }: TaskFieldProps) {
  return (
    <Tabs.Root defaultValue="write" className={styles["task"]}>
      <Labelled field="task" label="Task" wrong={wrong} hint={hintFor(task)}>
        {(control) => (
          <>
            <Tabs.List className={styles["tabs"]} aria-label="Task">
              <Tabs.Tab className={styles["tab"]} value="write">
                Write
              </Tabs.Tab>
              <Tabs.Tab className={styles["tab"]} value="preview">
                Preview
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="write" keepMounted>
              <AttachArea attaching={attaching} refusal={noFiles}>
                <TaskText {...{ control, task, project, change }} />
              </AttachArea>
              <Says field="files" wrong={noFiles === null ? wrongFiles : undefined} />
            </Tabs.Panel>
            <Tabs.Panel value="preview" className={styles["preview"]}>
              {task.trim() === "" ? (
                <p className={styles["hint"]}>You have written nothing yet.</p>
              ) : (
                <Suspense fallback={<p className={styles["hint"]}>Preparing the preview…</p>}>
                  <Markdown text={task} />
                </Suspense>
              )}
            </Tabs.Panel>
          </>
        )}
      </Labelled>
    </Tabs.Root>
  );
}

function hintFor(task: string): string {
  const says = "The worker does not wait for answers, so say everything that matters. You can use Markdown.";
  return task.length > 2000 ? `${says} ${counted(task.length, "character")}.` : says;
}
