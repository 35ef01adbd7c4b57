import { randomUUID } from "node:crypto";
import { staffReceipt } from "#server/mail/templates/staff-receipt.ts";
import { openAcknowledging } from "#server/staff/policies/acknowledge-forms.ts";
import type { StaffMember } from "#server/staff/staff-sessions.ts";
import type { Filled } from "./fill-people.ts";
import { timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { AT_ONCE, manyAtOnce, signInAll } from "./readers.ts";

type People = readonly { readonly id: string }[];

/**
 * Acknowledgments as the form keeps them, with every check, act and receipt, against the least that is durable: one row of a bare table and
 * its leaf in the tree of a ledger, one call each.
 */
export async function withoutPagesRatio(filled: Filled, people: People, versions: readonly string[]): Promise<Ratio> {
  const { databases, admin, url } = filled.instance;
  const staff = await membersOf(filled, people);
  const { rows } = await admin.query<{ id: string; sha256: string }>(
    "SELECT id, sha256 FROM app.policy_versions WHERE company_id = $1 AND id = ANY ($2)",
    [filled.companyId, versions],
  );
  const forms = staff.flatMap((member) => rows.map(({ id, sha256 }) => ({ staff: member, versionId: id, sha256 })));
  const acknowledge = openAcknowledging({
    db: databases.staff,
    receiptOf: ({ email: to, name, company }, done, at) => staffReceipt({ to, name, company, done, at, appUrl: url }),
    now: () => new Date(),
  });
  const own = await timed(() =>
    manyAtOnce(forms, async (form) => {
      const { outcome } = await acknowledge(form);
      if (outcome !== "kept") throw new Error(`a form was ${outcome}`);
    }),
  );
  const ledger = await rawLedger(filled);
  const bare = await timed(() =>
    manyAtOnce(forms, async ({ staff: { personId }, versionId, sha256 }) => {
      const entry = JSON.stringify({
        at: new Date().toISOString(),
        c: "a".repeat(44),
        id: randomUUID(),
        t: "x.y",
        v: 1,
      });
      const values = [ledger, personId, versionId, sha256, entry];
      await admin.query({ name: "raw", text: "SELECT raw_with_leaf($1, $2, $3, $4, $5)", values });
    }),
  );
  const [kept, most] = [forms.length / own, forms.length / bare];
  return {
    what: "acknowledgments kept a second, without their pages / a raw single insert of the row with its leaf under one head",
    figures: `${kept.toFixed(0)} / ${most.toFixed(0)} a second, ${AT_ONCE} at once`,
    ratio: kept / most,
    goal: { atLeast: 0.8 },
  };
}

/** A bare table whose rows have their leaf in the ledger of a company that is there for nothing else. */
async function rawLedger({ instance: { admin }, person }: Filled): Promise<string> {
  await admin.query(`CREATE TABLE raw_with_leaves (id uuid PRIMARY KEY, person uuid, version uuid, sha256 text, at timestamptz, leaf bigint,
      UNIQUE (person, version));
    CREATE FUNCTION raw_with_leaf(p_company uuid, p_person uuid, p_version uuid, p_sha256 text, p_entry text) RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO raw_with_leaves VALUES (gen_random_uuid(), p_person, p_version, p_sha256, now(),
        app.append_entries(p_company, clock_timestamp(), ARRAY[p_entry], 0, ARRAY[NULL::uuid]));
    END $$`);
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
