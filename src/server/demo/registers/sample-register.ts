/** What stands in a field of a sample record: a value, a day or an instant before the template's day, or something by its name. */
export type SampleValue = string | number | boolean | Reference;
type Reference =
  | { readonly day: number }
  | { readonly moment: readonly [daysAgo: number, time: string] }
  | { readonly record: readonly [register: string, key: string] }
  | { readonly system: string }
  | { readonly exhibit: string };

/** A record of the sample company. */
export interface SampleRecord {
  /** How other records name it. */
  readonly key: string;
  readonly fields: Readonly<Record<string, SampleValue | readonly SampleValue[]>>;
  /** Why it ended, where it did. */
  readonly ended?: string;
}

/** The records of one register. */
export interface SampleRegister {
  readonly register: string;
  readonly records: readonly SampleRecord[];
}

/** So many days before the template's day; a day to come is negative. */
export const day = (daysAgo: number): Reference => ({ day: daysAgo });
export const moment = (daysAgo: number, time: string): Reference => ({ moment: [daysAgo, time] });
/** A record of a register that stands before it in the index. */
export const record = (register: string, key: string): Reference => ({ record: [register, key] });
/** A person, by their last name in lower case. */
export const person = (key: string): Reference => record("people", key);
export const system = (name: string): Reference => ({ system: name });
/** An item of `sample-items.ts`, by its name. */
export const exhibit = (name: string): Reference => ({ exhibit: name });
