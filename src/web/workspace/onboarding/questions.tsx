import { useId } from "react";
import type { FocusEvent } from "react";
import { companySizes, industries, regions } from "#domain/organization-profile.ts";
import type { Region } from "#domain/organization-profile.ts";
import { Radio, RadioGroup, Switch } from "#web/design/choice.tsx";
import { Field, FieldError } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import type { Answers, Faults } from "./answers.ts";
import { regionMaps } from "./region-maps.gen.ts";

export interface Questions {
  readonly answers: Answers;
  readonly faults: Faults;
  readonly answer: (change: Partial<Answers>) => void;
}

export function Organization({ answers, faults, answer }: Questions) {
  return (
    <div className="questions">
      <Field label="Industry" error={faults.industry}>
        <Select
          name="industry"
          value={answers.industry}
          onChange={({ target }) => answer({ industry: target.value as Answers["industry"] })}
        >
          <option value="">Select an industry</option>
          {industries.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <RadioGroup label="Company size" name="companySize">
        {companySizes.map(({ key, label, note }) => (
          <Radio
            key={key}
            label={label}
            note={note}
            value={key}
            checked={answers.companySize === key}
            onChange={() => answer({ companySize: key })}
          />
        ))}
      </RadioGroup>
      <Field label="Number of employees" error={faults.employeeCount}>
        <Input
          name="employeeCount"
          type="number"
          onFocus={replaceZero}
          min={1}
          step={1}
          value={answers.employeeCount}
          onChange={({ target }) => answer({ employeeCount: target.value })}
        />
      </Field>
    </div>
  );
}

/** What is typed takes the place of the 0 that stands there, and does not go beside it. */
function replaceZero({ target }: FocusEvent<HTMLInputElement>) {
  if (target.value === "0") target.select();
}

export function Finances({ answers, faults, answer }: Questions) {
  return (
    <div className="questions">
      <Field label="Annual revenue (USD)" error={faults.annualRevenue} help="For the last full year.">
        <Input
          name="annualRevenue"
          type="number"
          onFocus={replaceZero}
          min={0}
          step="any"
          value={answers.annualRevenue}
          onChange={({ target }) => answer({ annualRevenue: target.value })}
        />
      </Field>
      <Asked
        label="Does your organization process credit card payments?"
        help="Includes payments through a payment service."
        on={answers.paymentProcessing}
        turn={(paymentProcessing) => answer({ paymentProcessing })}
      />
    </div>
  );
}

export function DataHandling({ answers, answer }: Questions) {
  return (
    <div className="questions">
      <Asked
        label="Personal Information"
        help="Turn on if you collect or store data that identifies a person (PII), such as names, addresses, dates of birth or client files."
        on={answers.storesPii}
        turn={(storesPii) => answer({ storesPii })}
      />
    </div>
  );
}

interface AskedProps {
  label: string;
  help: string;
  on: boolean;
  turn: (on: boolean) => void;
}

/** A yes or no. The help stands beside the label and not in it: the switch is called by its question alone. */
function Asked({ label, help, on, turn }: AskedProps) {
  const id = useId();
  return (
    <div className="field">
      <Switch label={label} checked={on} aria-describedby={id} onChange={({ target }) => turn(target.checked)} />
      <p className="field-help" id={id}>
        {help}
      </p>
    </div>
  );
}

export function Geography({ answers, faults, answer, labelledBy }: Questions & { labelledBy: string }) {
  const id = useId();
  const chosen = answers.customerRegions;
  const toggle = (region: Region) =>
    answer({
      customerRegions: chosen.includes(region) ? chosen.filter((item) => item !== region) : [...chosen, region],
    });
  return (
    <>
      <div
        className="region-cards"
        role="group"
        aria-labelledby={labelledBy}
        aria-describedby={faults.customerRegions ? id : undefined}
      >
        {regions.map(({ key, label }) => (
          <label key={key} className="region-card choice">
            <svg viewBox="0 0 200 136" aria-hidden="true">
              <path d={regionMaps[key].elsewhere} />
              <path data-region="" d={regionMaps[key].region} />
            </svg>
            <input
              type="checkbox"
              name="customerRegions"
              value={key}
              checked={chosen.includes(key)}
              aria-invalid={faults.customerRegions ? true : undefined}
              onChange={() => toggle(key)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={faults.customerRegions} />
    </>
  );
}
