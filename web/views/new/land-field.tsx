// Chooses where the finished work goes: as the project says, or otherwise for this commission.
import type { LandMode } from "../../../src/contract/project/land-settings.ts";
import { landChoices, landOf } from "../../words/land.ts";
import { isMember } from "../../words/worker-name.ts";
import { type CommissionDraft, landModes } from "./draft.ts";
import type { KnownForDraft } from "./faults.ts";
import { Labelled } from "./labelled.tsx";

interface LandFieldProps {
  known: KnownForDraft;
  change(change: Partial<CommissionDraft>): void;
}

/** Shown only for work on a repository: other work is merged nowhere. */
export function LandField({ known: { draft, project }, change }: LandFieldProps) {
  if (!project?.integration || isMember(draft.worker)) return null;
  return (
    <Labelled field="land" label="Finished work">
      {(control) => (
        <select
          {...control}
          value={draft.land}
          onChange={({ target }) => change({ land: target.value as "" | LandMode })}
        >
          <option value="">{`as ${draft.project} says: ${landChoices[landOf(project)]}`}</option>
          {landModes.map((mode) => (
            <option key={mode} value={mode}>
              {landChoices[mode]}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
