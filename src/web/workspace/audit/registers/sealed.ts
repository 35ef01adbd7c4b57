import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type SealedSnapshot = NonNullable<z.output<typeof contract.audit.registers.output>>;
export type ListedRegister = SealedSnapshot["registers"][number];
export type SealedRegister = z.output<typeof contract.audit.records.output>["register"];
export type SealedRecord = z.output<typeof contract.audit.records.output>["records"][number];
export type SealedValue = SealedRecord["values"][number];

/** "1 record", "14 records". */
export const counted = (count: number, single = "record"): string =>
  `${count.toLocaleString("en-US")} ${single}${count === 1 ? "" : "s"}`;

/** "3 fields withheld"; empty where there are none. */
export const withheldWords = (count: number): string => (count === 0 ? "" : `${counted(count, "field")} withheld`);

/** What a record is called: its title, or its number alone where the title is withheld. */
export function titleOf(register: Pick<SealedRegister, "title">, record: SealedRecord): string | null {
  return record.values.find(({ field }) => field === register.title)?.text ?? null;
}

/** What the record's state is called in its register. */
export const stateOf = ({ states }: Pick<SealedRegister, "states">, { state }: SealedRecord): string =>
  states.find(({ key }) => key === state)?.label ?? state;
