import { Radio, RadioGroup } from "#web/design/choice.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { resultsOf } from "./draft.ts";
import { Step } from "./step.tsx";
import type { StepProps } from "./step.tsx";

/** What follows: an exception rules out that the check passes. */
export function ConclusionStep({ draft, change }: StepProps) {
  const { exceptions } = resultsOf(draft);
  const count = exceptions.length === 1 ? "1 exception" : `${exceptions.length} exceptions`;
  const hasException = exceptions.length > 0;
  return (
    <Step title="Conclusion">
      <RadioGroup name="test-conclusion" label="The check">
        <Radio
          label="Passes"
          note={hasException ? "Not possible with an exception" : undefined}
          disabled={hasException}
          checked={draft.conclusion === "passes" && !hasException}
          onChange={() => change({ conclusion: "passes" })}
        />
        <Radio
          label="Fails"
          note={hasException ? `${count} in ${draft.drawn.length}` : "Needs an exception"}
          disabled={!hasException}
          checked={draft.conclusion === "fails" && hasException}
          onChange={() => change({ conclusion: "fails" })}
        />
        <Radio
          label="Not decided"
          note="The test could not be concluded"
          checked={draft.conclusion === "not decided"}
          onChange={() => change({ conclusion: "not decided" })}
        />
      </RadioGroup>
      {draft.conclusion === "not decided" && (
        <Field label="Why">
          <Textarea
            rows={2}
            maxLength={2_000}
            value={draft.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </Field>
      )}
    </Step>
  );
}
