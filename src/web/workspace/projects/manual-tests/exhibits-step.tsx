import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { spokenNumber } from "../../exhibit-numbers.ts";
import { Step } from "./step.tsx";
import type { StepProps } from "./step.tsx";

/** What the test rests on: items of the control to choose from, and any others by their numbers. */
export function ExhibitsStep({ draft, change, controlId }: StepProps & { controlId: string }) {
  const { company } = useWorkspace();
  const input = { companyId: company.id, control: controlId, limit: 50 };
  const { data } = useQuery(api.evidence.list.queryOptions({ input }));
  // A test is for everybody to read, so nothing privileged is cited.
  const offered = (data?.items ?? []).filter(({ matterId }) => matterId === null);
  const toggle = (exhibit: string, on: boolean) =>
    change({ exhibits: on ? [...draft.exhibits, exhibit] : draft.exhibits.filter((one) => one !== exhibit) });
  return (
    <Step title="Exhibits" note="What a second person needs to repeat this">
      {offered.length > 0 && (
        <CheckboxGroup label="Filed under this control" well>
          {offered.map(({ id, exhibit, name }) => (
            <Checkbox
              key={id}
              label={
                <>
                  <span className="exhibit-number">{spokenNumber(exhibit)}</span> {name}
                </>
              }
              checked={draft.exhibits.includes(exhibit)}
              onChange={(event) => toggle(exhibit, event.target.checked)}
            />
          ))}
        </CheckboxGroup>
      )}
      <Field label={offered.length > 0 ? "Other exhibits" : "Exhibits"} help="By their numbers, such as EX-12, EX-14.">
        <Input value={draft.others} onChange={(event) => change({ others: event.target.value })} />
      </Field>
    </Step>
  );
}
