import { RadioGroup, Radio } from "#web/design/choice.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { undrawn } from "./draft.ts";
import { Step } from "./step.tsx";
import type { StepProps } from "./step.tsx";

/** What the sample is drawn from; another population needs another sample. */
export function PopulationStep({ draft, change }: StepProps) {
  return (
    <Step title="Population">
      <Field
        label="Source"
        help="Where the list comes from, and when, such as “Open matters, exported from Clio today”."
      >
        <Input
          maxLength={500}
          value={draft.populationSource}
          onChange={(event) => change({ populationSource: event.target.value })}
        />
      </Field>
      <RadioGroup name="test-population" label="It holds">
        <Radio
          label="Items, numbered from 1"
          checked={draft.kind === "numbered"}
          onChange={() => change({ kind: "numbered", ...undrawn })}
        />
        <Radio
          label="Exhibits"
          checked={draft.kind === "exhibits"}
          onChange={() => change({ kind: "exhibits", ...undrawn })}
        />
      </RadioGroup>
      {draft.kind === "numbered" ? (
        <Field label="Number of items">
          <Input
            inputMode="numeric"
            maxLength={6}
            value={draft.items}
            onChange={(event) => change({ items: event.target.value, ...undrawn })}
          />
        </Field>
      ) : (
        <Field label="Which exhibits" help="By their numbers, such as EX-3, EX-7 to EX-12.">
          <Input value={draft.listed} onChange={(event) => change({ listed: event.target.value, ...undrawn })} />
        </Field>
      )}
    </Step>
  );
}
