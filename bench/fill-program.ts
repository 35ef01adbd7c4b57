import { controls } from "#catalog/controls/index.ts";
import { controlOfCheck } from "#catalog/index.ts";
import { registers } from "#catalog/registers/index.ts";
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
  for (const { key } of registers) await filled.recordOf(key);
  for (const register of registers) await copy(instance, companyId, await filled.recordOf(register.key), register);
  await linkRisks(instance, companyId);
  await instance.admin.query("VACUUM ANALYZE app.records, app.record_links, app.record_names");
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

/** One approved by somebody else where its register asks for that. */
async function copy({ admin, userId }: Instance, companyId: string, id: string, register: Register): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    const fields = Object.entries(register.fields);
    const text = fields.find(([name, { type }]) => type === "text" && name === register.title)?.[0];
    const named =
      text === undefined ? "r.fields" : "r.fields || jsonb_build_object($5::text, (r.fields ->> $5) || ' ' || i)";
    await client.query(
      `WITH copies AS (INSERT INTO app.records (company_id, id, register, number, fields, version, created_by, created_at, changed_by, changed_at,
            authors, salt, ledger_index, approved_by, approved_at)
          SELECT r.company_id, gen_random_uuid(), r.register, 1000 + i, ${named}, 1, r.created_by, r.created_at, r.changed_by, r.changed_at,
            r.authors, r.salt, r.ledger_index, CASE WHEN $6 THEN $7::uuid END, CASE WHEN $6 THEN r.changed_at END
          FROM app.records r, generate_series(1, $4::integer) i WHERE r.company_id = $1 AND r.id = $2 AND r.register = $3
            AND coalesce($5::text, '') IS NOT NULL RETURNING id)
        INSERT INTO app.record_links (company_id, record_id, register, field, position, person_register, person_id, target_register, target_id, system_id, control_id, exhibit)
          SELECT l.company_id, c.id, l.register, l.field, l.position, l.person_register, l.person_id, l.target_register, l.target_id, l.system_id, l.control_id, l.exhibit
          FROM app.record_links l, copies c WHERE l.company_id = $1 AND l.record_id = $2`,
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
    await client.query("ANALYZE app.records, app.record_links");
    // Triggers keep these, and none ran.
    await client.query(
      `SELECT app.name_records($1, ARRAY(SELECT r.id FROM app.records r WHERE r.company_id = $1 AND r.register = $2))`,
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
