// Shows the hall's settings as a form, generated from what the hall says about each key. Saving updates config.yaml and
// preserves its comments and order.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Settings as InForce, SettingKey } from "../../../src/contract/api/settings.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../parts/button.tsx";
import { Note, ProblemNote } from "../../parts/note.tsx";
import { Rows, Section } from "../../parts/panel.tsx";
import { say } from "../../parts/toast.tsx";
import { shownKey } from "../../shell/key-words.ts";
import { useKeys } from "../../shell/keys.ts";
import { queries } from "../../store/queries.ts";
import { counted } from "../../words/say.ts";
import { type EditedSetting, changeOf, type Edits, grouped, valueAt, withoutSaved } from "./edits.ts";
import { SettingRow } from "./setting-row.tsx";
import { changeEdits, useEdits } from "./use-edits.ts";
import styles from "./settings.module.css";

const groupWords: Record<string, string> = {
  "": "Slots",
  limits: "Limits of every commission",
  admission: "Before a commission starts",
  sandbox: "How workers are contained",
  fetch: "Web pages that workers fetch",
  retention: "How long things are kept",
  memory: "Memory",
  members: "Guild members",
};

export function Settings() {
  const config = useQuery(queries.config());
  if (config.error) return <ProblemNote problem={config.error} retry={() => void config.refetch()} />;
  return config.data ? <Form inForce={config.data} /> : null;
}

function Form({ inForce }: { inForce: InForce }) {
  const edits = useEdits(inForce);
  const keys = inForce.keys.filter(({ key }) => key !== "version");
  const judged = keys.flatMap((setting) => {
    const edit = edits[setting.key];
    return edit === undefined ? [] : [{ setting, change: changeOf(setting, edit) }];
  });
  const changes = judged.flatMap(({ change }) => ("wrong" in change ? [] : [change]));
  const wrong = new Map(
    judged.flatMap(({ setting, change }) => ("wrong" in change ? [[setting.key, change.wrong]] : [])),
  );
  const edit = (key: string, text: string | null | undefined) =>
    changeEdits(({ [key]: _before, ...rest }) => (text === undefined ? rest : { ...rest, [key]: text }));
  return (
    <>
      <Brokenness inForce={inForce} />
      {grouped(keys).map(([group, own]) => (
        <Section key={group} title={groupWords[group] ?? group}>
          <Rows>
            {own.map((setting: SettingKey) => (
              <SettingRow
                key={setting.key}
                setting={setting}
                value={valueAt(inForce.config, setting.key)}
                edit={edits[setting.key]}
                wrong={wrong.get(setting.key)}
                change={(text) => edit(setting.key, text)}
              />
            ))}
          </Rows>
        </Section>
      ))}
      <p className={styles["file"]}>
        Kept in <code>{inForce.file}</code>; projects, checks and toolboxes are set there too.{" "}
        <code>guild-hall config set</code> does the same.
      </p>
      {judged.length > 0 && (
        <SaveBar
          changes={changes}
          edits={edits}
          saved={(sent) => changeEdits((now) => withoutSaved(now, sent))}
          wrong={wrong.size}
          isBroken={inForce.from === "last-good"}
          discard={() => changeEdits(() => ({}))}
        />
      )}
    </>
  );
}

function Brokenness({ inForce: { problems, from } }: { inForce: InForce }) {
  if (problems.length === 0) return null;
  return (
    <div className={styles["broken"]}>
      <Note tone="madder">
        <p>
          {from === "last-good"
            ? "config.yaml has a mistake, so the last good settings stay in force. Fix the file before you change it here:"
            : "config.yaml has a mistake:"}
        </p>
        <ul>
          {problems.map(({ line, path, message }) => (
            <li key={`${line} ${path} ${message}`}>
              Line {line}
              {path && ` (${path})`}: {message}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}

interface SaveBarProps {
  changes: readonly EditedSetting[];
  edits: Edits;
  saved(sent: Edits): void;
  wrong: number;
  /** True if config.yaml has an error, so that nothing can be written to it. */
  isBroken: boolean;
  discard(): void;
}

function SaveBar({ changes, edits, saved, wrong, isBroken, discard }: SaveBarProps) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (sent: { changes: readonly EditedSetting[]; edits: Edits }) =>
      call("configChange", { body: { changes: [...sent.changes] } }),
    onSuccess: (settings, sent) => {
      client.setQueryData(queries.config().queryKey, settings);
      saved(sent.edits);
      say({ title: "The settings are in force." });
    },
  });
  const refusal = isBroken
    ? "config.yaml has a mistake"
    : wrong > 0
      ? "one of the values is not valid"
      : null;
  useKeys([
    {
      keys: "mod+s",
      says: "Save the settings",
      group: "Settings",
      inFields: true,
      act: () => {
        if (refusal === null && !save.isPending) save.mutate({ changes, edits });
      },
    },
  ]);
  return (
    <div className={styles["bar"]} role="region" aria-label="Unsaved settings">
      {save.error && <ProblemNote problem={save.error} />}
      <span>{counted(changes.length + wrong, "change")} not saved</span>
      <Button onClick={discard}>Discard</Button>
      <Button
        look="main"
        keys={shownKey("mod+s")}
        refusal={refusal}
        busy={save.isPending && "Saving…"}
        onClick={() => save.mutate({ changes, edits })}
      >
        Save
      </Button>
    </div>
  );
}
