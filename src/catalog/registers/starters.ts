import { csvRow } from "#domain/csv.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import { riskStarters } from "./risk-starters.ts";
import type { StarterSet } from "./risk-starters.ts";

const byRegister: Readonly<Record<string, readonly StarterSet[]>> = { risks: riskStarters };

/** The sets of usual records that an empty register offers; none for most. */
export const startersOf = (register: string): readonly StarterSet[] => byRegister[register] ?? [];

/** Usual records as a file that the register imports, so that adding them is undone like any import. */
export function startersCsv(records: readonly RecordFields[]): string {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const cell = (value: RecordFields[string] | undefined) =>
    typeof value === "object" ? value.join("; ") : value === undefined ? null : String(value);
  return [csvRow(names), ...records.map((record) => csvRow(names.map((name) => cell(record[name]))))].join("");
}
