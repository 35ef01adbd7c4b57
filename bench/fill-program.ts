import { controls } from "#catalog/controls/index.ts";
import { controlOfCheck } from "#catalog/index.ts";
import { findRegister, registers } from "#catalog/registers/index.ts";
import type { Field, Register } from "#domain/registers/register.ts";
import { fillRegisters } from "#tests/support/filled-registers.ts";
import type { Filled } from "./fill-people.ts";
import type { Instance } from "./instance.ts";

/** Records of each register; the others have as many as `OTHERS`. */
const SIZES: Readonly<Record<string, number>> = { devices: 5_000, systems: 2_000, vendors: 1_000, risks: 500 };
const OTHERS = 10_000;

/** How many records a register is filled with. */
export const recordsOf = ({ key }: Pick<Register, "key">): number => SIZES[key] ?? OTHERS;

/** One record of each register with every field, by the API, and copies of it, which nobody would wait for. */
export async function fillCompany({ instance, person, companyId }: Filled): Promise<void> {
  const at = (path: string) => `/companies/${companyId}${path}`;
  const about = new URLSearchParams({ name: "Report", fileName: "report.txt", type: "Document", controls: "XC-01" });
  const filed = async (text: string) => (await person.upload(at(`/evidence?${about}`), text)).body.exhibit;
  const filled = fillRegisters(person, companyId, {
    exhibit: await filed("a report"),
    retest: await filed("a later report"),
    systemId: (await person.post(at("/systems"), { name: "Sandbox", kinds: ["cloud"] })).body.id,
    text: (field) => `Sample ${field.label}`,
    day: dayOf,
  });
  await addSystems(instance, companyId);
  const models = new Map<string, string>();
  for (const { key } of registers) models.set(key, await filled.recordOf(key));
  // What others lead to is there before them.
  for (const key of [...models.keys()].toSorted((a, b) => depthOf(a) - depthOf(b)))
    await copy(instance, companyId, models.get(key)!, findRegister(key)!);
  await linkRisks(instance, companyId);
  await instance.admin.query("VACUUM ANALYZE app.records, app.record_links, app.record_names");
}

/** As many as have a record: each record of a system has one of its own. */
async function addSystems({ admin }: Instance, companyId: string): Promise<void> {
  await admin.query(
    `INSERT INTO app.systems (company_id, name, kinds, added_by) SELECT s.company_id, s.name || ' ' || i, s.kinds, s.added_by
      FROM app.systems s, generate_series(2, $2::integer) i WHERE s.company_id = $1`,
    [companyId, SIZES["systems"]],
  );
}

const DAY_MS = 24 * 60 * 60_000;
export const controlIds = controls.map(({ id }) => id);
/** One whose check rests on the risks lowers none of them. */
export const lowering = controlIds.filter((id) => id !== controlOfCheck("risk.treatment-owned").id);

/** Within the period of every document that is printed; what is due or ends does so later. */
function dayOf({ label, after }: Field): string {
  const days = /^(Due|Ends|Expires|Next)\b/.test(label) ? 200 : after === undefined ? -10 : -9;
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

/** Rates all risks at the most that there is, and lowers each by three of the 22 controls, so that every control lowers as many. */
async function linkRisks({ admin }: Instance, companyId: string): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    await client.query(
      `UPDATE app.records r SET fields = r.fields || jsonb_build_object('likelihood', 5, 'impact', 5,
          'lowersLikelihood', jsonb_build_array(c.ids[1 + (r.number % c.many)::integer], c.ids[1 + ((r.number + 1) % c.many)::integer]),
          'lowersImpact', jsonb_build_array(c.ids[1 + ((r.number + 2) % c.many)::integer]))
        FROM (SELECT $2::text[] AS ids, cardinality($2::text[]) AS many) c
        WHERE r.company_id = $1 AND r.register = 'risks'`,
      [companyId, controlIds],
    );
    await client.query(
      "SELECT app.link_records($1, ARRAY(SELECT r.id FROM app.records r WHERE r.company_id = $1 AND r.register = 'risks'))",
      [companyId],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

/** The registers that records of this one lead to. */
function ledTo({ key, fields }: Register): readonly string[] {
  const targets = Object.values(fields).flatMap(({ type, of, to }) => {
    const link = of ?? type;
    return link === "person" ? ["people"] : link === "record" ? [to!] : [];
  });
  return [...new Set(targets)].filter((target) => target !== key);
}

/** How many registers stand one behind the other from this one. */
const depthOf = (key: string): number =>
  ledTo(findRegister(key)!).reduce((most, target) => Math.max(most, 1 + depthOf(target)), 0);

/** What copy number `i` says in place of what its model does: its own names, and links that are spread over all there are. */
const SPREAD = `CREATE OR REPLACE FUNCTION pg_temp.spread(own jsonb, i integer) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE said text := own::text; link record; BEGIN
    FOR link IN SELECT m.before, (SELECT l.after FROM pg_temp.led l WHERE l.before = m.before AND l.at = (i + m.rank) % m.many) FROM pg_temp.many m LOOP
      said := replace(said, link.before, link.after);
    END LOOP; RETURN said::jsonb; END $$`;

/**
 * Copies of a record, approved by somebody else where its register asks for that. Each has a name of its own, each person an address, and
 * what they lead to is spread: nobody has a company in which ten thousand records name one person.
 */
async function copy({ admin, userId }: Instance, companyId: string, id: string, register: Register): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    const fields = Object.entries(register.fields);
    const text = fields.find(([name, { type }]) => type === "text" && name === register.title)?.[0];
    const own =
      register.key === "people" ? " || jsonb_build_object('email', i || '@firm.example', 'employeeId', i)" : "";
    const named =
      text === undefined ? "r.fields" : `r.fields || jsonb_build_object($5::text, (r.fields ->> $5) || ' ' || i)${own}`;
    await client.query(
      `CREATE TEMPORARY TABLE led ON COMMIT DROP AS
        SELECT m.before::text AS before, t.id::text AS after, row_number() OVER (PARTITION BY m.before ORDER BY t.number) - 1 AS at
        FROM (SELECT DISTINCT coalesce(l.target_id, l.person_id) AS before, coalesce(l.target_register, l.person_register) AS register
          FROM app.record_links l WHERE l.company_id = $1 AND l.record_id = $2 AND coalesce(l.target_id, l.person_id) IS NOT NULL) m
        JOIN app.records t ON t.company_id = $1 AND t.register = m.register
        UNION ALL SELECT m.before::text, s.id::text, row_number() OVER (PARTITION BY m.before ORDER BY s.name) - 1
        FROM (SELECT DISTINCT l.system_id AS before FROM app.record_links l WHERE l.company_id = $1 AND l.record_id = $2 AND l.system_id IS NOT NULL) m
        JOIN app.systems s ON s.company_id = $1`,
      [companyId, id],
    );
    await client.query(
      `CREATE INDEX ON led (before, at); CREATE TEMPORARY TABLE many ON COMMIT DROP AS
        SELECT before, count(*) AS many, row_number() OVER (ORDER BY before) AS rank FROM led GROUP BY before; ANALYZE led; ${SPREAD}`,
    );
    await client.query(
      `INSERT INTO app.records (company_id, id, register, number, fields, version, created_by, created_at, changed_by, changed_at,
          authors, salt, ledger_index, approved_by, approved_at)
        SELECT r.company_id, gen_random_uuid(), r.register, 1000 + i, pg_temp.spread(${named}, i), 1, r.created_by, r.created_at,
          r.changed_by, r.changed_at, r.authors, r.salt, r.ledger_index, CASE WHEN $6 THEN $7::uuid END, CASE WHEN $6 THEN r.changed_at END
        FROM app.records r, generate_series(1, $4::integer) i WHERE r.company_id = $1 AND r.id = $2 AND r.register = $3
          AND coalesce($5::text, '') IS NOT NULL`,
      [
        companyId,
        id,
        register.key,
        recordsOf(register) - 1,
        text ?? null,
        register.rights.approve !== undefined,
        userId,
      ],
    );
    // Without knowing how many there are, it would look through all of them for each.
    await client.query("ANALYZE app.records");
    await client.query(
      "SELECT app.link_records($1, ARRAY(SELECT r.id FROM app.records r WHERE r.company_id = $1 AND r.register = $2))",
      [companyId, register.key],
    );
    await client.query("ANALYZE app.record_links");
    // Triggers keep these, and none ran.
    await client.query(
      `SELECT app.name_records($1, x.ids), app.key_tasks($1, x.ids)
        FROM (SELECT ARRAY(SELECT r.id FROM app.records r WHERE r.company_id = $1 AND r.register = $2) AS ids) x`,
      [companyId, register.key],
    );
    await client.query(
      `UPDATE app.record_counts c SET (approved, waiting, ended) = (SELECT count(*) FILTER (WHERE r.ended_at IS NULL AND r.approved_at IS NOT NULL),
          count(*) FILTER (WHERE r.ended_at IS NULL AND r.approved_at IS NULL), count(*) FILTER (WHERE r.ended_at IS NOT NULL)
        FROM app.records r WHERE r.company_id = $1 AND r.register = $2) WHERE c.company_id = $1 AND c.register = $2`,
      [companyId, register.key],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}
