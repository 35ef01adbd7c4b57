import { randomUUID } from "node:crypto";
import { staffReceipt } from "#server/mail/templates/staff-receipt.ts";
import { openAcknowledging } from "#server/staff/policies/acknowledge-forms.ts";
import type { StaffMember } from "#server/staff/staff-sessions.ts";
import type { Filled } from "./fill-people.ts";
import { cpuSeconds } from "./cpu-time.ts";
import { timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { AT_ONCE, manyAtOnce, signInAll } from "./readers.ts";

/** Both sides are measured in so many parts each. */
const PARTS = 5;

type People = readonly { readonly id: string }[];

/**
 * Acknowledgments as the form keeps them, with every check, act and receipt, against what somebody would write without the product for the same
 * path: the session by its token, one row, its leaf in the tree of a ledger and the receipt that is mailed later, by one call each.
 */
export async function withoutPagesRatios(
  filled: Filled,
  people: People,
  versions: readonly string[],
): Promise<Ratio[]> {
  const { databases, admin, url } = filled.instance;
  const staff = await membersOf(filled, people);
  const { rows } = await admin.query<{ id: string; sha256: string; title: string }>(
    `SELECT v.id, v.sha256, p.title FROM app.policy_versions v JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
      WHERE v.company_id = $1 AND v.id = ANY ($2)`,
    [filled.companyId, versions],
  );
  const forms = staff.flatMap((member) =>
    rows.map(({ id, sha256, title }) => ({ staff: member, versionId: id, sha256, title })),
  );
  const acknowledge = openAcknowledging({
    db: databases.staff,
    receiptOf: ({ email: to, name, company }, done, at) => staffReceipt({ to, name, company, done, at, appUrl: url }),
    now: () => new Date(),
  });
  const raw = await rawLedger(filled, staff);
  const sides = {
    own: async (form: (typeof forms)[number]) => {
      const { outcome } = await acknowledge(form);
      if (outcome !== "kept") throw new Error(`a form was ${outcome}`);
    },
    raw: async ({ staff: { session, email, name, company }, versionId, sha256, title }: (typeof forms)[number]) => {
      const at = new Date().toISOString();
      const entry = JSON.stringify({ at, c: "a".repeat(44), id: randomUUID(), t: "x.y", v: 1 });
      const receipt = `Hello ${name},\n\nThis is your receipt from ${company}. You need not do anything.\n\nPolicy: ${title}\nResult: Acknowledged
Recorded: ${at}\nText: ${sha256}\nLedger entry: {entry}\n\nOpen your page:\n\n${url}/me\n\nYou receive this email because ${email} is your work email.\n`;
      const values = [raw, session, versionId, sha256, entry, email, `You acknowledged ${title}`, receipt];
      const { rows: kept } = await admin.query<{ seq: string | null }>({
        name: "raw",
        text: "SELECT raw_with_leaf($1, $2, $3, $4, $5, $6, $7, $8) AS seq",
        values,
      });
      if (kept[0]!.seq === null) throw new Error("the raw insert knows no such session");
    },
  };
  const seconds = { own: 0, raw: 0 };
  const cores = { own: 0, raw: 0 };
  // In turn, so that a noisy moment meets both.
  for (const part of partsOf(forms))
    for (const side of ["own", "raw"] as const) {
      const { node, database } = await cpuSeconds(admin, async () => {
        seconds[side] += await timed(() => manyAtOnce(part, sides[side]));
      });
      cores[side] += node + database;
    }
  const [kept, most] = [forms.length / seconds.own, forms.length / seconds.raw];
  const [ownMs, rawMs] = [(cores.own / forms.length) * 1_000, (cores.raw / forms.length) * 1_000];
  const against = "a raw insert with its session, its leaf and its receipt";
  return [
    {
      what: `acknowledgments kept a second, without their pages / ${against}`,
      figures: `${kept.toFixed(0)} / ${most.toFixed(0)} a second, ${AT_ONCE} at once`,
      ratio: kept / most,
      goal: { atLeast: 0.8 },
    },
    {
      what: `the same by time of a core, ${against} / an acknowledgment`,
      figures: `${rawMs.toFixed(2)} / ${ownMs.toFixed(2)} ms`,
      ratio: rawMs / ownMs,
      goal: { atLeast: 0.8 },
    },
  ];
}

/** Forms in parts of which each side does one after the other. */
function partsOf<T>(forms: readonly T[]): readonly (readonly T[])[] {
  const size = Math.ceil(forms.length / PARTS);
  return Array.from({ length: PARTS }, (_, part) => forms.slice(part * size, (part + 1) * size));
}

/** Bare tables of sessions, rows and receipts, and the ledger of a company that is there for nothing else; answers its id. */
async function rawLedger({ instance: { admin }, person }: Filled, staff: readonly StaffMember[]): Promise<string> {
  await admin.query(`CREATE TABLE raw_staff_sessions (token bytea PRIMARY KEY, person uuid NOT NULL, expires_at timestamptz NOT NULL);
    CREATE TABLE raw_with_leaves (id uuid PRIMARY KEY, person uuid, version uuid, sha256 text, at timestamptz, leaf bigint,
      UNIQUE (person, version));
    CREATE TABLE raw_mails (id uuid PRIMARY KEY, recipient text, subject text, body text, created_at timestamptz, sent_at timestamptz);
    CREATE INDEX raw_mails_waiting ON raw_mails (created_at) WHERE sent_at IS NULL;
    CREATE FUNCTION raw_with_leaf(p_company uuid, p_session bytea, p_version uuid, p_sha256 text, p_entry text, p_to text, p_subject text, p_body text)
    RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE v_person uuid; v_leaf bigint;
    BEGIN
      SELECT s.person INTO v_person FROM raw_staff_sessions s WHERE s.token = p_session AND s.expires_at > now();
      IF v_person IS NULL THEN RETURN NULL; END IF;
      v_leaf := app.append_entries(p_company, clock_timestamp(), ARRAY[p_entry], 0, ARRAY[NULL::uuid]);
      INSERT INTO raw_with_leaves VALUES (gen_random_uuid(), v_person, p_version, p_sha256, now(), v_leaf);
      INSERT INTO raw_mails VALUES (gen_random_uuid(), p_to, p_subject, replace(p_body, '{entry}', v_leaf::text), now(), NULL);
      RETURN v_leaf;
    END $$`);
  await admin.query(
    "INSERT INTO raw_staff_sessions SELECT s, p, now() + interval '1 hour' FROM unnest($1::bytea[], $2::uuid[]) x (s, p)",
    [staff.map(({ session }) => session), staff.map(({ personId }) => personId)],
  );
  return await person.found("Raw Leaves");
}

/** People with a session each, as the portal knows them. */
async function membersOf(filled: Filled, people: People): Promise<StaffMember[]> {
  const readers = await signInAll(filled, people);
  const { rows } = await filled.instance.admin.query<{ id: string; name: string; email: string; number: string }>(
    "SELECT id, fields ->> 'name' AS name, fields ->> 'email' AS email, number FROM app.records WHERE company_id = $1 AND id = ANY ($2)",
    [filled.companyId, people.map(({ id }) => id)],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return people.map(({ id }, at) => {
    const { name, email, number } = known.get(id)!;
    const { session, formToken } = readers[at]!;
    const of = { companyId: filled.companyId, company: "Many People", personId: id };
    return { ...of, name, email, number: `PER-${number}`, session, method: "staff link", formToken };
  });
}
