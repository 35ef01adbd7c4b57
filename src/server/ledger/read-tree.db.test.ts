import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MerkleTree } from "#domain/ledger/merkle.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { folderBlobStore } from "../blobs/folder-blob-store.ts";
import { asCaller } from "../db/as-caller.ts";
import { getCompanyKey, newCompanyKey } from "../blobs/company-keys.ts";
import { fileEvidence } from "../evidence/filing.ts";
import type { NewEvidence } from "../evidence/filing.ts";
import { consistencyProofs, inclusionProofs } from "./read-tree.ts";
import { recordAct } from "./record-act.ts";
import { folderAnchors } from "./folder-anchors.ts";
import { openSigner } from "./signer.ts";
import { installationWrap } from "./signing-wrap.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const hex = (proofs: readonly (readonly Uint8Array[])[]) =>
  proofs.map((proof) => proof.map((hash) => Buffer.from(hash).toString("hex")));

describe("a ledger whose subtrees are kept", () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(8);
  });
  afterAll(() => database.close());

  const found = async () => {
    const caller = { userId: randomUUID(), companyId: randomUUID() };
    await asCaller(database.databases.user, { userId: caller.userId }, (tx) =>
      sql`SELECT app.create_company(${caller.companyId}, ${caller.companyId}, ${caller.companyId}, NULL, ${newCompanyKey(database.keys, caller.companyId)})`.execute(
        tx,
      ),
    );
    return caller;
  };
  type Caller = Awaited<ReturnType<typeof found>>;
  const item = (change: Partial<NewEvidence> = {}): NewEvidence => ({
    id: randomUUID(),
    name: "Policy",
    type: "Policy",
    source: "Upload",
    collector: "By hand",
    collectedAt: new Date(),
    controls: ["XC-01"],
    sha256: randomBytes(32),
    size: 10,
    mediaType: "text/plain",
    fileName: "a.txt",
    blobKey: `v1/${randomUUID()}`,
    artifactKey: randomBytes(32),
    idempotencyKey: null,
    ...change,
  });
  const file = (caller: Caller, items: readonly NewEvidence[]) =>
    asCaller(database.databases.user, caller, async (tx) =>
      fileEvidence(tx, await getCompanyKey(tx, database.keys, caller.companyId), items),
    );
  const act = (caller: Caller) =>
    asCaller(database.databases.user, caller, (tx) =>
      recordAct(tx, caller, "project.created", { subject: "x", details: {} }),
    );
  const ledgerOf = async ({ companyId }: Caller) => {
    const { rows: leaves } = await database.admin.query(
      "SELECT leaf_hash FROM app.ledger_entries WHERE company_id = $1 ORDER BY seq",
      [companyId],
    );
    const { rows } = await database.admin.query("SELECT size, root, edge FROM app.ledger_heads WHERE company_id = $1", [
      companyId,
    ]);
    return { leaves: leaves.map((row: { leaf_hash: Buffer }) => row.leaf_hash), head: rows[0] };
  };
  /** A ledger with all its proofs, from what is kept, against the tree that its leaves make. */
  const expectWhole = async (caller: Caller, earlier: readonly number[]) => {
    const { leaves, head } = await ledgerOf(caller);
    const whole = new MerkleTree(sha256, leaves);
    expect(head.size).toBe(leaves.length);
    expect(Buffer.from(whole.root()).equals(head.root)).toBe(true);
    const indices = leaves.map((_, index) => index);
    const sizes = [...earlier, leaves.length].filter((size) => size > 0);
    await asCaller(database.databases.user, caller, async (tx) => {
      expect(hex(await inclusionProofs(tx, head, indices))).toEqual(hex(indices.map((at) => whole.inclusionProof(at))));
      expect(hex(await consistencyProofs(tx, head, sizes))).toEqual(
        hex(sizes.map((size) => whole.consistencyProof(size))),
      );
      // Of a head that was signed before the ledger grew on.
      for (const size of sizes) {
        const old = new MerkleTree(sha256, leaves.slice(0, size));
        const [proof] = await inclusionProofs(tx, { size, root: old.root() }, [size - 1]);
        expect(hex([proof!])).toEqual(hex([old.inclusionProof(size - 1)]));
      }
    });
  };
  const tamper = async (text: string, values: unknown[]) => {
    const client = await database.admin.connect();
    await client.query("BEGIN");
    await client.query("ALTER TABLE app.ledger_nodes DISABLE TRIGGER USER");
    await client.query(text, values);
    await client.query("ALTER TABLE app.ledger_nodes ENABLE TRIGGER USER");
    await client.query("COMMIT");
    client.release();
  };

  test("gives the proofs of the whole tree, whatever it was appended in", async () => {
    const batches = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 }), fc.constant(300)), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(batches, async (sizes) => {
        const caller = await found();
        const earlier: number[] = [];
        let filed = 0;
        for (const count of sizes) {
          if (count === 0) await act(caller);
          else
            await file(
              caller,
              Array.from({ length: count }, () => item()),
            );
          filed += Math.max(1, count);
          earlier.push(filed);
        }
        await expectWhole(caller, earlier);
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  test("is whole when many append at once", async () => {
    const caller = await found();
    await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        at % 4 === 0
          ? act(caller)
          : file(
              caller,
              Array.from({ length: 1 + ((at * 7) % 23) }, () => item()),
            ),
      ),
    );
    await expectWhole(caller, [1, 15, 16, 17]);
  }, 60_000);

  test("a batch with privileged, superseding and repeated items is numbered, linked and proved as one", async () => {
    const caller = await found();
    const { rows } = await database.admin.query(
      "INSERT INTO app.matters (company_id, name, created_by) VALUES ($1, 'Hearing', $2) RETURNING id",
      [caller.companyId, caller.userId],
    );
    const matterId = rows[0].id as string;
    await database.admin.query(
      "INSERT INTO app.matter_access_list (company_id, matter_id, user_id, added_by) VALUES ($1, $2, $3, $3)",
      [caller.companyId, matterId, caller.userId],
    );
    const [old, repeated] = [item(), item({ idempotencyKey: "again" })];
    const hidden = item({ matterId });
    await file(caller, [old, repeated, hidden]);
    const newer = item({ supersedes: old.id });
    const hiddenNewer = item({ matterId, supersedes: hidden.id, controls: ["XC-02"] });
    const filed = await file(caller, [
      item({ matterId }),
      { ...repeated, id: randomUUID() },
      newer,
      hiddenNewer,
      item({ controls: ["XC-01", "XC-03"] }),
    ]);
    expect(filed.map((item) => [item.number, item.ledgerIndex, item.repeated])).toEqual([
      [4, 3, false],
      [2, 1, true],
      [5, 4, false],
      [6, 5, false],
      [7, 6, false],
    ]);
    const links = async (table: string) =>
      (
        await database.admin.query(
          `SELECT number, control_id, superseded_by FROM app.${table} WHERE company_id = $1 ORDER BY number, control_id`,
          [caller.companyId],
        )
      ).rows.map((row: { number: number; control_id: string; superseded_by: number | null }) => [
        row.number,
        row.control_id,
        row.superseded_by,
      ]);
    expect(await links("evidence_controls")).toEqual([
      [1, "XC-01", 4],
      [2, "XC-01", null],
      [5, "XC-01", null],
      [7, "XC-01", null],
      [7, "XC-03", null],
    ]);
    expect(await links("privileged_controls")).toEqual([
      [3, "XC-01", 5],
      [4, "XC-01", null],
      [6, "XC-02", null],
    ]);
    const { rows: entries } = await database.admin.query(
      "SELECT array_agg(seq ORDER BY seq) AS seqs FROM app.ledger_entries WHERE company_id = $1 AND matter_id IS NOT NULL",
      [caller.companyId],
    );
    expect(entries[0].seqs.map(Number)).toEqual([2, 3, 5]);
    const { rows: totals } = await database.admin.query(
      `SELECT (SELECT json_object_agg(control_id, evidence_count) FROM app.control_totals WHERE company_id = $1) AS controls,
        (SELECT items FROM app.storage_totals WHERE company_id = $1) AS items, h.evidence_count, h.privileged_count
        FROM app.ledger_heads h WHERE company_id = $1`,
      [caller.companyId],
    );
    expect(totals[0]).toEqual({
      controls: { "XC-01": 4, "XC-03": 1 },
      items: 4,
      evidence_count: 7,
      privileged_count: 3,
    });
    await expectWhole(caller, [3]);
    // Whoever takes the place of what has been superseded is refused, and the whole batch.
    await expect(file(caller, [item(), item({ supersedes: old.id })])).rejects.toMatchObject({
      failure: "already-superseded",
    });
  });

  test("with a hash that was changed or taken away is not signed, and proves nothing through it", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "exhibit-nodes-"));
    const blobs = folderBlobStore(folder);
    const { databases, keys, signer: db } = database;
    const signer = await openSigner({
      db,
      wrap: installationWrap(keys),
      blobs: () => blobs,
      anchors: folderAnchors(path.join(folder, "anchors")),
      publicHost: "example.test",
    });
    const caller = await found();
    await file(
      caller,
      Array.from({ length: 40 }, () => item()),
    );
    await tamper("UPDATE app.ledger_nodes SET hash = sha256('x') WHERE company_id = $1 AND level = 4 AND index = 1", [
      caller.companyId,
    ]);
    await expect(signer.signCheckpoints(caller.companyId)).rejects.toMatchObject({ failure: "ledger-forked" });
    const { head } = await ledgerOf(caller);
    const prove = (index: number) =>
      asCaller(databases.user, caller, (tx) => inclusionProofs(tx, head, [index])).then(
        () => "proved",
        (error: { failure?: string }) => error.failure,
      );
    expect([await prove(3), await prove(20)]).toEqual(["ledger-forked", "proved"]);
    await tamper("DELETE FROM app.ledger_nodes WHERE company_id = $1 AND index = 1", [caller.companyId]);
    expect(await prove(3)).toBe("ledger-forked");
    await expect(signer.signCheckpoints(caller.companyId)).rejects.toMatchObject({ failure: "ledger-forked" });
    await rm(folder, { recursive: true });
  });

  test("shows another company none of its hashes", async () => {
    const [mine, theirs] = [await found(), await found()];
    await file(mine, [item(), item()]);
    const { head } = await ledgerOf(mine);
    await expect(
      asCaller(database.databases.user, theirs, (tx) => inclusionProofs(tx, head, [0])),
    ).rejects.toMatchObject({ failure: "ledger-forked" });
  });
});
