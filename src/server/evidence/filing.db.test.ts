import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toUtf8 } from "#domain/ledger/bytes.ts";
import { leafHash, MerkleTree } from "#domain/ledger/merkle.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { addMember } from "#tests/support/members.ts";
import { asCaller } from "../db/as-caller.ts";
import { recordAct } from "../ledger/record-act.ts";
import { getCompanyKey, newCompanyKey } from "../blobs/company-keys.ts";
import { fileEvidence } from "./filing.ts";
import type { NewEvidence } from "./filing.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

describe("filing evidence", () => {
  let database: FreshDatabase;
  let caller: { userId: string; companyId: string };

  beforeAll(async () => {
    database = await freshDatabase(8);
  });
  afterAll(() => database.close());

  const found = async () => {
    caller = { userId: randomUUID(), companyId: randomUUID() };
    await asCaller(database.databases.user, { userId: caller.userId }, (tx) =>
      sql`SELECT app.create_company(${caller.companyId}, ${caller.companyId}, ${caller.companyId}, NULL, ${newCompanyKey(database.keys, caller.companyId)})`.execute(
        tx,
      ),
    );
    return caller;
  };
  const item = (change: Partial<NewEvidence> = {}): NewEvidence => ({
    id: randomUUID(),
    name: "Policy",
    type: "Policy",
    source: "Upload",
    collector: "By hand",
    collectedAt: new Date(),
    controls: ["XC-01", "XC-02"],
    sha256: randomBytes(32),
    size: 10,
    mediaType: "text/plain",
    fileName: "a.txt",
    blobKey: `v1/${randomUUID()}`,
    artifactKey: randomBytes(32),
    idempotencyKey: null,
    ...change,
  });
  const file = (items: readonly NewEvidence[], as = caller) =>
    asCaller(database.databases.user, as, async (tx) =>
      fileEvidence(tx, await getCompanyKey(tx, database.keys, as.companyId), items),
    );
  const state = async () => {
    const {
      rows: [head],
    } = await database.admin.query("SELECT * FROM app.ledger_heads WHERE company_id = $1", [caller.companyId]);
    const { rows: entries } = await database.admin.query(
      "SELECT entry, leaf_hash FROM app.ledger_entries WHERE company_id = $1 ORDER BY seq",
      [caller.companyId],
    );
    return { head, entries };
  };

  test("the tree that SQL appends is the tree of RFC 6962, at every size", async () => {
    await found();
    for (let round = 0; round < 40; round += 1) {
      if (round % 3 === 0)
        await asCaller(database.databases.user, caller, (tx) =>
          recordAct(tx, caller, "project.created", { subject: "x", details: { round } }),
        );
      else await file(Array.from({ length: 1 + (round % 7) }, () => item()));
      const { head, entries } = await state();
      const leaves = entries.map((entry: { entry: string }) => leafHash(sha256, toUtf8(entry.entry)));
      expect(
        entries.every((entry: { leaf_hash: Buffer }, index: number) => entry.leaf_hash.equals(leaves[index]!)),
      ).toBe(true);
      expect(Number(head.size)).toBe(leaves.length);
      expect(Buffer.from(new MerkleTree(sha256, leaves).root()).equals(head.root)).toBe(true);
    }
  });

  test("every entry, seal and link that there is belongs to a ledger and an item", async () => {
    const { rows } = await database.admin.query(`SELECT (SELECT count(*) FROM app.evidence) AS items,
      (SELECT count(*) FROM app.ledger_entries l LEFT JOIN app.ledger_heads h USING (company_id) WHERE h.company_id IS NULL)
      + (SELECT count(*) FROM app.evidence_seals s FULL JOIN app.evidence e ON e.company_id = s.company_id AND e.id = s.evidence_id
          WHERE e.id IS NULL OR s.evidence_id IS NULL)
      + (SELECT count(*) FROM app.evidence_controls c LEFT JOIN app.evidence e ON e.company_id = c.company_id AND e.id = c.evidence_id
          WHERE e.id IS NULL OR e.number <> c.number) AS astray`);
    expect(Number(rows[0].items)).toBeGreaterThan(50);
    expect(Number(rows[0].astray)).toBe(0);
  });

  test("no role that serves writes entries, seals or links, which no foreign key guards", async () => {
    for (const table of ["ledger_entries", "evidence_seals", "evidence_controls"]) {
      const { rows } = await database.admin.query(
        `SELECT r.rolname FROM pg_roles r WHERE r.rolname LIKE 'app\\_%' AND r.rolname NOT IN ('app_owner', 'app_definer')
          AND (has_any_column_privilege(r.oid, $1, 'INSERT') OR has_any_column_privilege(r.oid, $1, 'UPDATE')
            OR has_table_privilege(r.oid, $1, 'DELETE'))`,
        [`app.${table}`],
      );
      expect(rows).toEqual([]);
    }
  });

  test("twenty at once get twenty numbers without a gap", async () => {
    await found();
    const filed = await Promise.all(Array.from({ length: 20 }, () => file([item()])));
    expect(filed.map(([item]) => item!.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  test("the same idempotency key, twenty times at once, files one item", async () => {
    await found();
    const same = item({ idempotencyKey: "once" });
    const filed = await Promise.all(
      Array.from({ length: 20 }, () => file([{ ...same, id: randomUUID(), blobKey: randomUUID() }])),
    );
    expect(new Set(filed.map(([item]) => item!.id)).size).toBe(1);
    expect(filed.filter(([item]) => !item!.repeated)).toHaveLength(1);
    expect(Number((await state()).head.evidence_count)).toBe(1);
  });

  test("the same key for other bytes is refused, and the whole batch with it", async () => {
    await found();
    await file([item({ idempotencyKey: "k" })]);
    await expect(file([item(), item({ idempotencyKey: "k" })])).rejects.toMatchObject({
      failure: "idempotency-conflict",
    });
    const { head, entries } = await state();
    expect([Number(head.evidence_count), entries.length]).toEqual([1, 1]);
  });

  test("a batch of new and repeated items answers in its order, and only the new ones are numbered", async () => {
    await found();
    const first = item({ idempotencyKey: "a" });
    await file([first]);
    const answers = await file([item({ idempotencyKey: "b" }), { ...first, id: randomUUID() }, item()]);
    expect(answers.map((answer) => [answer.number, answer.repeated])).toEqual([
      [2, false],
      [1, true],
      [3, false],
    ]);
  });

  test("what fails in the middle leaves no number, no entry and no link", async () => {
    await found();
    await expect(file([item(), item({ type: "Rumour" as "Policy" })])).rejects.toThrow(/evidence_type_check/);
    const { head, entries } = await state();
    expect([Number(head.size), Number(head.evidence_count), entries.length]).toEqual([0, 0, 0]);
    const { rows } = await database.admin.query(
      "SELECT count(*) AS n FROM app.evidence_controls WHERE company_id = $1",
      [caller.companyId],
    );
    expect(Number(rows[0].n)).toBe(0);
  });

  test("a viewer files nothing, whatever the server's code thinks", async () => {
    await found();
    const viewer = { userId: randomUUID(), companyId: caller.companyId };
    await addMember({ database }, viewer.companyId, viewer.userId, "viewer");
    await expect(file([item()], viewer)).rejects.toMatchObject({ code: "42501" });
  });
});
