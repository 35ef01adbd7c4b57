import { sql } from "kysely";
import { findControl } from "#catalog/index.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { people } from "#catalog/registers/people.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { wrongType } from "#domain/registers/shown-by.ts";
import type { FindLink, LinkText } from "#domain/registers/csv.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { Register } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import { readRecords } from "./record-rows.ts";
import { titleOf } from "./record-row.ts";

interface KnownPerson {
  readonly id: string;
  readonly number: number | null;
  readonly email: string;
}

interface NewPeople {
  readonly rows: readonly (readonly string[])[];
  readonly newId: (row: number) => string;
}

/** Finds what cells mean: people by number, email or id, also those of the same file; other records by number or name; systems by name. */
export async function linkFinder(tx: Tx, companyId: string, register: Register, file?: NewPeople): Promise<FindLink> {
  const all: KnownPerson[] = (await readPeople(tx, companyId)).map(({ id, number, fields }) => ({
    id,
    number: Number(number),
    email: String(fields["email"] ?? "").toLowerCase(),
  }));
  if (file) {
    const known = new Set(all.map(({ email }) => email));
    const at = (file.rows[0] ?? []).findIndex((name) => /^(email|work email)$/i.test(name.trim()));
    for (const [index, cells] of file.rows.slice(1).entries()) {
      const email = (at === -1 ? "" : (cells[at] ?? "")).trim().toLowerCase();
      if (email !== "" && !known.has(email)) all.push({ id: file.newId(index + 2), number: null, email });
    }
  }
  const byNumber = new Map(all.map((person) => [person.number, person.id]));
  const byEmail = Map.groupBy(all, ({ email }) => email);
  const ids = new Set(all.map(({ id }) => id));
  const { rows: systems } = await sql<{ id: string; name: string }>`SELECT s.id, s.name FROM app.systems s
    WHERE s.company_id = ${companyId} AND s.removed_at IS NULL`.execute(tx);
  const bySystemName = new Map(systems.map(({ id, name }) => [name.trim().toLowerCase(), id]));
  const { rows: exhibits } = await sql<{ number: number; type: string }>`SELECT e.number, e.type FROM app.evidence e
    WHERE e.company_id = ${companyId} AND e.matter_id IS NULL AND e.withdrawal_id IS NULL`.execute(tx);
  const types = new Map(exhibits.map(({ number, type }) => [Number(number), type]));
  const target = (found: string | undefined, problem: string) =>
    found === undefined ? { problem } : { target: found };
  const records = new Map<string, FindRecord>();
  for (const key of targetsOf(register)) records.set(key, await recordFinder(tx, companyId, findRegister(key)!));
  return (type, text, field) => {
    const short = text.slice(0, 60);
    if (type === "record") return records.get(field?.to ?? "")!(text);
    if (type === "person") {
      const match = new RegExp(`^${people.prefix}-(\\d{1,9})\\b`, "i").exec(text);
      if (match) return target(byNumber.get(Number(match[1])), `${short} is nobody in People.`);
      const found = byEmail.get(text.toLowerCase()) ?? [];
      if (found.length > 1) return { problem: `${found.length} people have the address ${short}.` };
      const id = ids.has(text) ? text : found[0]?.id;
      return target(id, `${short} is nobody in People. Give an email address or a number such as PER-4.`);
    }
    if (type === "system")
      return target(bySystemName.get(text.toLowerCase()), `${short} is not on the list of systems.`);
    if (type === "control") return target(findControl(/^\S+/.exec(text)?.[0] ?? "")?.id, `${short} is not a control.`);
    const exhibit = /^EX-(\d{1,12})\b/i.exec(text);
    const number = exhibit ? Number(exhibit[1]) : 0;
    const found = types.get(number);
    if (found === undefined) return { problem: `${short} is not an exhibit on file.` };
    const wrong = field && wrongType(field, formatExhibitNumber(number), found);
    return wrong === undefined ? { target: formatExhibitNumber(number) } : { problem: wrong };
  };
}

type FindRecord = (text: string) => ReturnType<FindLink>;

/** The registers that fields of a register lead to, beside People. */
function targetsOf({ fields }: Register): readonly string[] {
  return [...new Set(Object.values(fields).flatMap(({ to }) => to ?? []))];
}

/** Finds a record by its number, or by its name where one that has not ended is called so. */
async function recordFinder(tx: Tx, companyId: string, register: Register): Promise<FindRecord> {
  const all = await readRecords(tx, sql`r.company_id = ${companyId} AND r.register = ${register.key}`);
  const byNumber = new Map(all.map(({ id, number }) => [Number(number), id]));
  const open = all.filter(({ ended_at: endedAt }) => endedAt === null);
  const byTitle = Map.groupBy(open, ({ fields }) => titleOf(register, fields).trim().toLowerCase());
  return (text) => {
    const short = text.slice(0, 60);
    const match = new RegExp(`^${register.prefix}-(\\d{1,9})\\b`, "i").exec(text);
    const named = match ? [] : (byTitle.get(text.trim().toLowerCase()) ?? []);
    if (named.length > 1)
      return { problem: `${named.length} records of ${register.label} are called ${short}. Give a number.` };
    const target = match ? byNumber.get(Number(match[1])) : named[0]?.id;
    return target === undefined
      ? { problem: `${short} is not in ${register.label}. Give a name or a number.` }
      : { target };
  };
}

function readPeople(tx: Tx, companyId: string) {
  return readRecords(tx, sql`r.company_id = ${companyId} AND r.register = 'people'`);
}

/** What links are in a file: records by number and name, systems by name. */
export async function linkTexts(tx: Tx, companyId: string, register: Register): Promise<LinkText> {
  const names = new Map<string, string>();
  for (const target of [people, ...targetsOf(register).map((key) => findRegister(key)!)])
    for (const { id, number, fields } of await readRecords(
      tx,
      sql`r.company_id = ${companyId} AND r.register = ${target.key}`,
    ))
      names.set(id, `${recordNumber(target, Number(number))} ${titleOf(target, fields)}`);
  const { rows } = await sql<{ id: string; name: string }>`SELECT s.id, s.name FROM app.systems s
    WHERE s.company_id = ${companyId}`.execute(tx);
  const systems = new Map(rows.map(({ id, name }) => [id, name]));
  return (type, target) => {
    if (type === "person" || type === "record") return names.get(target);
    if (type === "system") return systems.get(target);
    return target;
  };
}
