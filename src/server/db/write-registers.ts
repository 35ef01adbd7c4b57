import type pg from "pg";
import { registers } from "#catalog/registers/index.ts";
import { everyone } from "#catalog/registers/rights.ts";
import type { Field, Register } from "#domain/registers/register.ts";
import { keyedFields } from "#domain/registers/keyed-fields.ts";
import { SCREENING_PAGES } from "#domain/registers/screenings.ts";
import { findersOf } from "#domain/tasks/finders.ts";
import type { Finder } from "#domain/tasks/finders.ts";
import { COMPLETION_PAGES, COURSE_PAGES } from "#domain/training/sealed.ts";
import { keyRecords } from "./key-records.ts";

/**
 * Writes the declared registers into a database that has just been migrated: what the database holds every record to. A register that
 * is declared no more stays, because its records do; fields follow the declaration.
 */
export async function writeRegisters(pool: pg.Pool): Promise<void> {
  // Sealed in the form of records; nobody writes records into these.
  const sealedLists = [COURSE_PAGES, COMPLETION_PAGES, SCREENING_PAGES].map((key) => ({
    key,
    read_roles: everyone,
    write_roles: [],
    confirm_roles: [],
    approve_roles: null,
    confirmed_for_days: 365,
    in_matters: false,
    title: null,
    prefix: null,
    keys: [],
    finders: null,
    is_keyed: true,
  }));
  const declared = registers.map(({ key, rights, confirmedForDays, inMatters, title, prefix }, at) => ({
    key,
    read_roles: rights.read,
    write_roles: rights.write,
    confirm_roles: rights.confirm,
    approve_roles: rights.approve ?? null,
    confirmed_for_days: confirmedForDays,
    in_matters: inMatters ?? false,
    title,
    prefix,
    keys: keyedFields(registers[at]!),
    finders: foundBy(registers[at]!),
    is_keyed: true,
  }));
  const fields = registers.flatMap(({ key, fields: own }) =>
    Object.entries(own).map(([field, declared]) => ({
      register: key,
      field,
      type: declared.type,
      item: declared.of ?? null,
      choices: choicesOf(declared),
      required: declared.required ?? false,
      required_for: declared.requiredFor ?? null,
      origin: declared.origin,
      target: declared.to ?? null,
      least: declared.least ?? declared.fewest?.count ?? null,
      most: declared.most ?? null,
      past: declared.past ?? false,
      not_before: declared.after ?? null,
    })),
  );
  const client = await pool.connect();
  try {
    // A database that was only brought to an older version has none, or knows less of them.
    const { rows } = await client.query<{ there: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('app.register_fields') AND attname = 'not_before')
        AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('app.register_fields') AND attname = 'required_for')
        AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('app.registers') AND attname = 'finders') AS there`,
    );
    if (!rows[0]!.there) return;
    await client.query("BEGIN");
    await client.query("SET LOCAL ROLE app_definer");
    await client.query(
      `INSERT INTO app.registers AS r SELECT x.* FROM jsonb_populate_recordset(NULL::app.registers, $1) x
        ON CONFLICT (key) DO UPDATE SET (read_roles, write_roles, confirm_roles, approve_roles, confirmed_for_days, in_matters, title, prefix, keys, finders) =
          (excluded.read_roles, excluded.write_roles, excluded.confirm_roles, excluded.approve_roles, excluded.confirmed_for_days, excluded.in_matters,
            excluded.title, excluded.prefix, excluded.keys, excluded.finders)
        WHERE (r.*) IS DISTINCT FROM (excluded.*)`,
      [JSON.stringify([...declared, ...sealedLists])],
    );
    await client.query(
      `INSERT INTO app.register_fields AS f SELECT x.* FROM jsonb_populate_recordset(NULL::app.register_fields, $1) x
        ON CONFLICT (register, field) DO UPDATE
          SET (type, item, choices, required, required_for, origin, target, least, most, past, not_before) = (excluded.type, excluded.item, excluded.choices,
            excluded.required, excluded.required_for, excluded.origin, excluded.target, excluded.least, excluded.most, excluded.past, excluded.not_before)
        WHERE (f.*) IS DISTINCT FROM (excluded.*)`,
      [JSON.stringify(fields)],
    );
    await client.query(
      `DELETE FROM app.register_fields f WHERE NOT EXISTS (SELECT FROM jsonb_to_recordset($1) x (register text, field text)
        WHERE x.register = f.register AND x.field = f.field)`,
      [JSON.stringify(fields)],
    );
    await client.query("COMMIT");
    await keyRecords(client);
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** What tasks find its records by; null where none does. */
function foundBy(register: Register): readonly Finder[] | null {
  const finders = findersOf(register);
  return finders.length > 0 ? finders : null;
}

/** What a choice may be; of a scale the numbers of its steps. */
function choicesOf({ choices, steps }: Field): readonly string[] | null {
  if (choices) return Object.keys(choices);
  return steps ? steps.map((_, at) => String(at + 1)) : null;
}
