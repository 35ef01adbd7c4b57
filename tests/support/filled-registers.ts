import { registers } from "#catalog/registers/index.ts";
import type { Field, Register } from "#domain/registers/register.ts";
import type { Person } from "./person.ts";

/** What records are filled with, beside what their own fields say. */
export interface Filling {
  readonly exhibit: string;
  /** A report that is later than the exhibit. */
  readonly retest: string;
  readonly systemId: string;
  /** What a field of text says. */
  readonly text: (field: Field, register: Register) => string;
  /** What a field of a day or an instant says, as 2020-01-02; two days of 2020 where nothing is said of it. */
  readonly day?: (field: Field) => string;
}

const longAgo = ({ after }: Field) => (after === undefined ? "2020-01-02" : "2020-01-03");

/** A company of which every register has a record, made when it is asked for. */
export interface FilledRegisters {
  /** What a record with every field that somebody may type is made from. */
  fieldsOf(register: Register, text?: Filling["text"]): Promise<Record<string, unknown>>;
  /** The id of the register's record; what it leads to is made before it. */
  recordOf(key: string): Promise<string>;
}

/** Whether somebody may type a field's value. */
export const isTyped = ({ origin }: Field): boolean => origin !== "collected" && origin !== "done here";

/** Fills the registers of a company as a person who may write them all. */
export function fillRegisters(person: Person, company: string, filling: Filling): FilledRegisters {
  const made = new Map<string, string>();
  const records = (key: string) => `/companies/${company}/registers/${key}/records`;

  async function valueOf(field: Field, register: Register, text: Filling["text"]): Promise<unknown> {
    const single = async (type: string): Promise<unknown> => {
      if (type === "person") return await recordOf("people");
      if (type === "record") return await recordOf(field.to!);
      const day = (filling.day ?? longAgo)(field);
      const values: Record<string, unknown> = {
        date: day,
        instant: `${day}T00:00:00.000Z`,
        choice: Object.keys(field.choices ?? {})[0],
        number: field.least ?? 7,
        scale: 1,
        url: "https://example.com/a",
        flag: true,
        system: filling.systemId,
        control: "XC-01",
        exhibit: filling.exhibit,
      };
      return values[type] ?? text(field, register);
    };
    if (field.type !== "list") return await single(field.type);
    const first = await single(field.of!);
    return field.fewest ? [first, await secondPerson()] : [first];
  }

  /** Adds a record once; `as` is what it is known by. */
  async function add(as: string, key: string, fields: () => Promise<Record<string, unknown>>): Promise<string> {
    const known = made.get(as);
    if (known !== undefined) return known;
    const { status, body } = await person.post(records(key), { fields: await fields() });
    if (status >= 300) throw new Error(`${key}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    made.set(as, body.id);
    return body.id;
  }

  /** Another person, for lists that ask for two. */
  const secondPerson = () =>
    add("second person", "people", async () => ({
      name: "Second",
      kind: "employee",
      startsAt: "2020-01-02T00:00:00.000Z",
    }));

  async function fieldsOf(register: Register, text = filling.text): Promise<Record<string, unknown>> {
    const { key, fields } = register;
    const given: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields))
      // Nobody is their own manager, and nobody is there before the first.
      if (isTyped(field) && !(key === "people" && field.type === "person"))
        given[name] = await valueOf(field, register, text);
    // A report is no retest of itself.
    if (key === "tests") given["retest"] = filling.retest;
    // They work here, so that others may name them.
    return key === "people" ? { ...given, endsAt: "2100-01-01T00:00:00.000Z" } : given;
  }

  const recordOf = (key: string): Promise<string> =>
    add(key, key, () => fieldsOf(registers.find((candidate) => candidate.key === key)!));

  return { fieldsOf, recordOf };
}
