import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";

export interface Period {
  readonly from: string;
  readonly to: string;
}

interface PeriodFieldsProps {
  /** What stands there at first. */
  period: Period;
  /** The last day that can be chosen. */
  latest: string;
  errors: { readonly from?: string; readonly to?: string };
  onChange?: (period: Period) => void;
}

/** The period that a document covers: two days in UTC. */
export function PeriodFields({ period, latest, errors, onChange }: PeriodFieldsProps) {
  return (
    <div className="document-period">
      <Field label="Covers from" error={errors.from}>
        <Input
          name="from"
          type="date"
          max={latest}
          defaultValue={period.from}
          onChange={(event) => onChange?.({ ...period, from: event.target.value })}
        />
      </Field>
      <Field label="Covers to" error={errors.to} help="Its time on file counts from this day.">
        <Input
          name="to"
          type="date"
          max={latest}
          defaultValue={period.to}
          onChange={(event) => onChange?.({ ...period, to: event.target.value })}
        />
      </Field>
    </div>
  );
}
