// Shows one setting: its description, its current value, and a field for its type.
import { useId } from "react";
import type { SettingKey } from "../../../src/contract/api/settings.ts";
import { Button } from "../../parts/button.tsx";
import { typed } from "./edits.ts";
import styles from "./settings.module.css";

interface SettingRowProps {
  setting: SettingKey;
  value: unknown;
  /** `undefined` if nothing was typed; `null` if it is to be reset to its default. */
  edit: string | null | undefined;
  wrong: string | undefined;
  change(text: string | null | undefined): void;
}

const holds: Record<SettingKey["holdsFrom"], string> = {
  now: "",
  "new-work": "Applies to work that starts after the change.",
  "member-start": "Applies to a guild member from its next start.",
};

export function SettingRow({ setting, value, edit, wrong, change }: SettingRowProps) {
  const id = useId();
  const { key, description, given, holdsFrom } = setting;
  const shown = edit === null ? typed(setting.default) : (edit ?? typed(value));
  const isDefault = edit === null || (edit === undefined && !given);
  return (
    <li className={styles["row"]} data-edited={edit !== undefined || undefined}>
      <div className={styles["words"]}>
        <label htmlFor={id}>{key}</label>
        <p id={`${id}-says`}>
          {description} {holds[holdsFrom]}
        </p>
        {wrong && (
          <p className={styles["wrong"]} role="alert">
            It must be {wrong}.
          </p>
        )}
      </div>
      <div className={styles["value"]}>
        <Control
          setting={setting}
          id={id}
          value={shown}
          isWrong={wrong !== undefined}
          change={(text) => change(text === typed(value) ? undefined : text)}
        />
        {isDefault ? (
          <span className={styles["origin"]}>default</span>
        ) : (
          <Button
            look="quiet"
            title={`Back to its default${typed(setting.default) && `, ${typed(setting.default)}`}`}
            onClick={() => change(given ? null : undefined)}
          >
            Reset<span className="unseen"> {key}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

interface ControlProps {
  setting: SettingKey;
  id: string;
  value: string;
  isWrong: boolean;
  change(text: string): void;
}

function Control({ setting, id, value, isWrong, change }: ControlProps) {
  const { type, choices, nullable } = setting;
  const common = { id, value, "aria-describedby": `${id}-says`, "aria-invalid": isWrong || undefined };
  const offered = choices ?? (type === "boolean" ? ["true", "false"] : null);
  if (offered)
    return (
      <select {...common} onChange={({ target }) => change(target.value)}>
        {offered.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  if (type === "list")
    return (
      <textarea
        {...common}
        rows={2}
        placeholder="one on each line"
        onChange={({ target }) => change(target.value)}
      />
    );
  return (
    <input
      {...common}
      inputMode={type === "integer" ? "numeric" : type === "number" ? "decimal" : "text"}
      placeholder={nullable ? "none" : ""}
      onChange={({ target }) => change(target.value)}
    />
  );
}
