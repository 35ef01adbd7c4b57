import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
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
    change({ exhibits: on ? [...draft.exhibits, exhibit] : draft.exhibits.filter((item) => item !== exhibit) });
  return (
    <Step title="Exhibits" note="What a second person needs to repeat this">
      {data && offered.length === 0 && (
        <p className="small quiet">
          Nothing is filed under this control yet. Your draft is kept while you{" "}
          <Link className="link" to={`/dashboard/evidence?control=${controlId}&add=1`}>
            add what you looked at
          </Link>
          .
        </p>
      )}
      {offered.length > 0 && (
        <CheckboxGroup label="Filed under this control, at least 1" well>
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
      <Field label="Other exhibits" help="By their numbers, such as EX-12, EX-14.">
        <Input value={draft.others} onChange={(event) => change({ others: event.target.value })} />
      </Field>
    </Step>
  );
}
