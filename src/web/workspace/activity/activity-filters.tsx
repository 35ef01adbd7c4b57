import { X } from "lucide-react";
import { activityKinds } from "#catalog/activity.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { usePeopleOfRecord } from "./use-activity.ts";
import type { ActivityFilters } from "./use-activity.ts";

/** By person, by kind, from a day, to a day; each changes the address. */
export function Filters({ filters }: { filters: ActivityFilters }) {
  const people = usePeopleOfRecord().data ?? [];
  const { values, asked, set } = filters;
  return (
    <div className="activity-filters">
      <Field label="Person">
        <Select value={values.person} onChange={(event) => set({ person: event.target.value })}>
          <option value="">Everyone</option>
          {people.map(({ id, name, isMember }) => (
            <option key={id} value={id}>
              {isMember ? name : `${name} (not a member)`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Kind">
        <Select value={values.kind} onChange={(event) => set({ kind: event.target.value })}>
          <option value="">Everything</option>
          {activityKinds.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="From">
        <Input
          type="date"
          value={values.from}
          max={values.to}
          onChange={(event) => set({ from: event.target.value })}
        />
      </Field>
      <Field label="To">
        <Input type="date" value={values.to} min={values.from} onChange={(event) => set({ to: event.target.value })} />
      </Field>
      {Object.keys(asked).length > 0 && (
        <Button kind="quiet" icon={X} onClick={() => set({ person: "", kind: "", from: "", to: "" })}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
