import { Field } from "#web/design/field.tsx";
import { Select, Textarea } from "#web/design/input.tsx";
import { undrawn } from "./draft.ts";
import { Step } from "./step.tsx";
import type { StepProps } from "./step.tsx";
import type { TestedCheck } from "./tested-check.ts";

/** What is done: the check's own predicate, and what the person adds to it. */
export function ProcedureStep({ draft, change, check }: StepProps & { check: TestedCheck }) {
  return (
    <Step title="Procedure" note="From the check. You can add, not remove.">
      {check.parts.length > 1 && (
        <Field label="What you test">
          <Select value={draft.aspect} onChange={(event) => change({ ...undrawn, aspect: event.target.value })}>
            <option value="">The whole check</option>
            {check.parts.map(({ aspect, title }) => (
              <option key={aspect} value={aspect}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <p className="test-procedure">{check.wanted}</p>
      <Field label="Added by you" help="What you did besides, and in which system.">
        <Textarea
          rows={2}
          maxLength={4_000}
          value={draft.procedureAdded}
          onChange={(event) => change({ procedureAdded: event.target.value })}
        />
      </Field>
    </Step>
  );
}
