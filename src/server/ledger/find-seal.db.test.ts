import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { manifestKeyName, manifestStatement } from "#domain/bundle/manifest.ts";
import { openNote, parseVkey } from "#domain/ledger/signed-note.ts";
import { nodeCryptography } from "./node-cryptography.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import { NotInLedger } from "./ledger-signer.ts";
import type { ManifestToSign } from "./ledger-signer.ts";
import { recordAct } from "./record-act.ts";

let running: RunningApp;
let ana: Person;

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
});
afterAll(() => running.close());

const sign = (manifest: ManifestToSign) => running.app.services.signer.signManifest(manifest);
const inCompany = <T>(companyId: string, work: (tx: Tx) => Promise<T>) =>
  asCaller(running.database.databases.user, { userId: ana.id, companyId }, work);

/** A company with an export, and a manifest of it that no entry names yet. */
async function asked(companyName: string): Promise<ManifestToSign> {
  const companyId = await ana.found(companyName);
  const { body } = await ana.post(`/companies/${companyId}/exports`, {});
  return { companyId, exportId: body.id, sha256: createHash("sha256").update(randomBytes(8)).digest(), size: 1_234 };
}

/** Says it in the ledger, as an export does; `said` differs where somebody lies. */
async function say(manifest: ManifestToSign, said: Partial<ManifestToSign> = {}, event = "export.sealed") {
  const { companyId, exportId, sha256, size } = { ...manifest, ...said };
  const entry = { subject: exportId, details: { sha256: sha256.toString("hex"), size } };
  await inCompany(companyId, (tx) => recordAct(tx, { userId: ana.id }, event, entry));
}

test("S12: a manifest that an entry names is signed, under the origin of the export's checkpoint, after a checkpoint that covers the entry", async () => {
  const manifest = await asked("Sealed LLP");
  await say(manifest);
  const note = await sign(manifest);
  const { origin, key, size } = (await ana.get(`/companies/${manifest.companyId}/ledger`)).body;
  const { sha256, verifyEd25519 } = nodeCryptography;
  const vkey = (await running.app.services.signer.names()).vkey(manifestKeyName(origin));
  expect(openNote(note, parseVkey(sha256, vkey)!, verifyEd25519)).toBe(manifestStatement(origin, manifest.sha256));
  expect(key).toContain(origin);
  const { rows } = await running.database.admin.query(
    "SELECT max(c.size) AS signed, max(a.seq) AS sealed FROM app.ledger_checkpoints c, app.ledger_acts a WHERE c.company_id = $1 AND a.company_id = $1 AND a.event = 'export.sealed'",
    [manifest.companyId],
  );
  expect(rows[0].signed).toBeGreaterThan(rows[0].sealed);
  expect(size).toBe(rows[0].signed);
  // It may be asked for again: the signature is the same.
  expect(await sign(manifest)).toBe(note);
});

const otherHash = { sha256: Buffer.alloc(32, 7) };
test.each<[string, (manifest: ManifestToSign, other: ManifestToSign) => Promise<unknown>]>([
  ["whose hash is another", (manifest) => say(manifest, otherHash)],
  ["whose size is another", (manifest) => say(manifest, { size: manifest.size + 1 })],
  ["whose export is another", (manifest) => say(manifest, { exportId: randomUUID() })],
  ["that another company's entry names", (manifest, other) => say(manifest, { companyId: other.companyId })],
  ["that an entry of another kind names", (manifest) => say(manifest, {}, "export.created")],
  ["of which nothing is said", async () => {}],
  [
    "whose details were changed afterwards",
    async (manifest) => {
      await say(manifest, otherHash);
      await tamper(
        "UPDATE app.ledger_acts SET details = replace(details, $2, $3) WHERE company_id = $1 AND event = 'export.sealed'",
        [manifest.companyId, otherHash.sha256.toString("hex"), manifest.sha256.toString("hex")],
      );
    },
  ],
  [
    "whose entry and details were exchanged after they were signed",
    async (manifest) => {
      await say(manifest, otherHash);
      await running.app.services.signer.signCheckpoints(manifest.companyId);
      // As the entry of the true manifest would be, in the place of the other.
      const elsewhere = await ana.found("Elsewhere");
      await say({ ...manifest, companyId: elsewhere });
      await tamper(
        `UPDATE app.ledger_acts a SET details = b.details, salt = b.salt FROM app.ledger_acts b
         WHERE a.company_id = $1 AND b.company_id = $2 AND a.event = 'export.sealed' AND b.event = a.event`,
        [manifest.companyId, elsewhere],
      );
      await tamper(
        `UPDATE app.ledger_entries e SET entry = f.entry FROM app.ledger_entries f, app.ledger_acts a, app.ledger_acts b
         WHERE a.company_id = $1 AND a.event = 'export.sealed' AND e.company_id = $1 AND e.seq = a.seq
           AND b.company_id = $2 AND b.event = 'export.sealed' AND f.company_id = $2 AND f.seq = b.seq`,
        [manifest.companyId, elsewhere],
      );
    },
  ],
])("S12: no manifest is signed that no ledger entry names: one %s", async (what, lie) => {
  const [manifest, other] = [await asked(`Asked, ${what}`), await asked(`Other, ${what}`)];
  await lie(manifest, other);
  await expect(sign(manifest)).rejects.toThrow(NotInLedger);
});

test("S12: no manifest is signed that no ledger entry names: one whose entry is not committed yet", async () => {
  const manifest = await asked("Uncommitted LLP");
  await running.app.services.signer.signCheckpoints(manifest.companyId);
  await inCompany(manifest.companyId, async (tx) => {
    const details = { sha256: manifest.sha256.toString("hex"), size: manifest.size };
    await recordAct(tx, { userId: ana.id }, "export.sealed", { subject: manifest.exportId, details });
    await expect(sign(manifest)).rejects.toThrow(NotInLedger);
  });
  expect(await sign(manifest)).toContain("/bundle\n");
});

test("S12: no manifest is signed of an export that there is not", async () => {
  const manifest = { ...(await asked("Unasked LLP")), exportId: randomUUID() };
  await say(manifest);
  await expect(sign(manifest)).rejects.toThrow(NotInLedger);
});

/** As somebody who holds the database, past triggers. */
async function tamper(text: string, values: unknown[]): Promise<void> {
  const client = await running.database.admin.connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    const { rowCount } = await client.query(text, values);
    await client.query("COMMIT");
    expect(rowCount).toBe(1);
  } finally {
    client.release();
  }
}
