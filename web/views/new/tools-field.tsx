// Chooses which of the worker's tools the commission may use: all by default. A tool that cannot be left out says why.
import { counted } from "../../words/say.ts";
import { groupTools } from "../../words/touches.ts";
import { idOf, Says } from "./labelled.tsx";
import { handingIn, leftOut } from "./tools.ts";
import { notForMembers } from "./who.ts";
import styles from "./tools-field.module.css";

interface ToolsFieldProps {
  /**
   * The worker's tools, by full names such as `mcp__base__record_decision`; `null` for a guild member, `undefined` if
   * no worker is chosen.
   */
  tools: readonly string[] | null | undefined;
  without: readonly string[];
  wrong: string | undefined;
  change(without: string[]): void;
}

export function ToolsField({ tools, without, wrong, change }: ToolsFieldProps) {
  if (tools === undefined) return null;
  if (tools === null) return <p className={styles["hint"]}>{notForMembers.tools}</p>;
  const gone = leftOut(tools, without);
  const kept = tools.length - gone.length;
  return (
    <details className={styles["tools"]} open={wrong === undefined ? undefined : true}>
      <summary id={idOf("tools")}>
        {gone.length === 0
          ? `All of its ${counted(tools.length, "tool")}`
          : `${kept} of its ${counted(tools.length, "tool")}`}
      </summary>
      <Says
        field="tools"
        wrong={wrong}
        hint="Untick the tools that it must not use. You cannot give it others."
      />
      {groupTools(tools).map(({ box, tools: names }) => (
        <fieldset key={box ?? ""} className={styles["box"]}>
          <legend>{box ?? "Built in"}</legend>
          {(names ?? ["*"]).map((name) => (
            <Tool
              key={name}
              wire={box === null ? name : `mcp__${box}__${name}`}
              says={name === "*" ? "all its tools; the hall knows them once it is loaded" : name}
              {...{ without, change }}
            />
          ))}
        </fieldset>
      ))}
    </details>
  );
}

interface ToolProps extends Pick<ToolsFieldProps, "without" | "change"> {
  wire: string;
  says: string;
}

function Tool({ wire, says, without, change }: ToolProps) {
  const mustStay = wire === handingIn;
  return (
    <label
      className={styles["tool"]}
      title={mustStay ? "Without it, the worker could not hand in a result." : undefined}
    >
      <input
        type="checkbox"
        checked={mustStay || !without.includes(wire)}
        disabled={mustStay}
        onChange={({ target }) =>
          change(target.checked ? without.filter((each) => each !== wire) : [...without, wire])
        }
      />
      <span>
        {says}
        {mustStay && <span className={styles["hint"]}> always: it hands in the result</span>}
      </span>
    </label>
  );
}
