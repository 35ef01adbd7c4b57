import { readdir, readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLedgerLab, readNote, rootOf } from "#tests/support/ledger-lab.ts";
import type { LedgerLab } from "#tests/support/ledger-lab.ts";
import type { AnchorStore } from "./anchor-store.ts";
import { sizeName } from "./anchor-store.ts";
import { ledgerNameOf } from "./origin.ts";

let lab: LedgerLab;
beforeAll(async () => {
  lab = await openLedgerLab();
});
afterAll(() => lab.close());

/** A company whose ledger of 10 entries was signed at 5 and at 10. */
async function signedTwice(): Promise<string> {
  const company = await lab.found();
  for (let n = 0; n < 2; n++) {
    await lab.append(company, 5);
    expect(await lab.sign(company)).toBeUndefined();
  }
  return company;
}

const folderOf = (company: string) => path.join(lab.folder, "anchors", ledgerNameOf(lab.signer.origin(company)));
/** Of sizes before 1,000. */
const anchorFile = (company: string, size: number) => path.join(folderOf(company), "0000000000", "000", sizeName(size));
const sizesOf = async (company: string) => (await lab.checkpoints(company)).map(({ size }) => size);

test("each signature is an object of its own, which says what was signed and whose signature it is", async () => {
  const company = await signedTwice();
  expect(await readdir(path.dirname(anchorFile(company, 5)))).toEqual([sizeName(5), sizeName(10)]);
  const anchor = JSON.parse(await readFile(anchorFile(company, 10), "utf8"));
  const { size, root, origin } = readNote(lab.signer, anchor.note);
  expect([anchor.size, size, origin]).toEqual([10, 10, lab.signer.origin(company)]);
  expect(root).toBe(rootOf(await lab.leavesOf(company)));
});

test("S2: a ledger that was rewritten is not signed, though its anchors are deleted, while a checkpoint is stored", async () => {
  const company = await signedTwice();
  await lab.rewrite(company, 12);
  await lab.loseAnchors(company);
  expect(await lab.sign(company)).toBe("anchor-lost");
  expect(await sizesOf(company)).toEqual([5, 10]);
  expect(await lab.stopOf(company)).toBe("anchor-lost");
});

test("S2: a lost anchor stops the signing of a ledger that is whole, and of no other", async () => {
  const [lost, other] = [await signedTwice(), await signedTwice()];
  await lab.loseAnchors(lost);
  await lab.append(lost, 1);
  await lab.append(other, 1);
  await expect(lab.signer.signCheckpoints()).rejects.toMatchObject({ failure: "anchor-lost" });
  expect([await sizesOf(lost), await sizesOf(other)]).toEqual([
    [5, 10],
    [5, 10, 11],
  ]);
});

test("S2: a ledger whose checkpoints are deleted with its anchors is not signed while a bundle of it is on record", async () => {
  const company = await signedTwice();
  await lab.tamper([
    `INSERT INTO app.exports (company_id, id, requested_by, created_at, ledger_size, format, state, step)
     VALUES ($1, gen_random_uuid(), gen_random_uuid(), now(), 10, 'bundle', 'done', 'x')`,
    [company],
  ]);
  await lab.forgetCheckpoints(company);
  await lab.loseAnchors(company);
  await lab.append(company, 1);
  expect(await lab.sign(company)).toBe("anchor-lost");
});

test("S2: with the checkpoints deleted the anchor alone shows that a ledger was rewritten", async () => {
  const company = await signedTwice();
  await lab.rewrite(company, 12);
  await lab.forgetCheckpoints(company);
  expect(await lab.sign(company)).toBe("ledger-forked");
  expect(await lab.checkpoints(company)).toEqual([]);
});

test("S2: an anchor whose signature is not ours is refused", async () => {
  const company = await signedTwice();
  const stranger = await openLedgerLab();
  try {
    await lab.rewrite(company, 10);
    await stranger.tamper(["DELETE FROM app.instance_keys", []]);
    const key = await stranger.signerOn();
    const forged = JSON.parse(await readFile(anchorFile(company, 10), "utf8"));
    const text = forged.note.slice(0, forged.note.indexOf("\n\n") + 1);
    forged.note = key.signNote(lab.signer.origin(company), text);
    await writeFile(anchorFile(company, 10), JSON.stringify(forged));
    await lab.append(company, 1);
    expect(await lab.sign(company)).toBe("anchor-lost");
  } finally {
    await stranger.close();
  }
});

test.each<[string, (anchor: Record<string, any>) => unknown]>([
  ["another size", (anchor) => ({ ...anchor, size: 9, edge: [...anchor.edge] })],
  ["another edge", (anchor) => ({ ...anchor, edge: anchor.edge.toReversed() })],
  ["a note whose text was changed", (anchor) => ({ ...anchor, note: anchor.note.replace("\n10\n", "\n11\n") })],
  ["no note", (anchor) => ({ ...anchor, note: "" })],
  ["a list instead of it", (anchor) => [anchor]],
])("S2: an anchor with %s is refused", async (_, change) => {
  const company = await signedTwice();
  const file = anchorFile(company, 10);
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, "utf8")))));
  await lab.append(company, 1);
  expect(await lab.sign(company)).toBe("anchor-lost");
});

test.each([0, 1, 100, -1])("S2: an anchor that was cut off at byte %i is refused", async (at) => {
  const company = await signedTwice();
  const file = anchorFile(company, 10);
  const { length } = await readFile(file);
  await truncate(file, at < 0 ? length + at : at);
  await lab.append(company, 1);
  expect(await lab.sign(company)).toBe("anchor-lost");
});

test("S2: an anchor of another company is refused", async () => {
  const [mine, theirs] = [await signedTwice(), await signedTwice()];
  await writeFile(anchorFile(mine, 10), await readFile(anchorFile(theirs, 10)));
  await lab.append(mine, 1);
  expect(await lab.sign(mine)).toBe("anchor-lost");
});

test("S2: an anchor that says the size of another file's name is refused", async () => {
  const company = await signedTwice();
  await writeFile(anchorFile(company, 10), await readFile(anchorFile(company, 5)));
  await lab.append(company, 1);
  expect(await lab.sign(company)).toBe("anchor-lost");
});

test("S2: an old anchor that was put back is refused while a newer checkpoint is stored", async () => {
  const company = await signedTwice();
  const old = await readFile(anchorFile(company, 5));
  await lab.loseAnchors(company);
  await lab.anchors.create(ledgerNameOf(lab.signer.origin(company)), 5, old);
  await lab.append(company, 1);
  expect(await lab.sign(company)).toBe("anchor-lost");
});

test("S2: a database that was set back is not signed on past a newer anchor", async () => {
  const company = await lab.found();
  await lab.append(company, 5);
  await lab.sign(company);
  const before = await lab.snapshot(company);
  await lab.append(company, 5);
  await lab.sign(company);
  await lab.putBack(before);
  await lab.append(company, 7);
  expect(await lab.sign(company)).toBe("ledger-forked");
  expect(await sizesOf(company)).toEqual([5]);
});

test("what stopped goes on once the anchors are back, and is no longer listed", async () => {
  const company = await signedTwice();
  const kept = await readFile(anchorFile(company, 10));
  await lab.loseAnchors(company);
  await lab.append(company, 1);
  expect(await lab.sign(company)).toBe("anchor-lost");
  await lab.anchors.create(ledgerNameOf(lab.signer.origin(company)), 10, kept);
  expect(await lab.sign(company)).toBeUndefined();
  expect([await sizesOf(company), await lab.stopOf(company)]).toEqual([[5, 10, 11], undefined]);
});

test("S2: two processes that sign the same ledger at once make one signature", async () => {
  const company = await lab.found();
  for (let round = 0; round < 5; round++) {
    await lab.append(company, 3);
    const signers = await Promise.all([lab.signerOn(), lab.signerOn(), lab.signerOn()]);
    expect(await Promise.all(signers.map((signer) => lab.sign(company, signer)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  }
  expect(await sizesOf(company)).toEqual([3, 6, 9, 12, 15]);
});

test("S2: of two databases with one key and one place for anchors, at most one signs what the other contradicts", async () => {
  const copy = await openLedgerLab();
  try {
    const company = await lab.found();
    await lab.append(company, 4);
    await lab.sign(company);
    await copy.tamper(
      ["DELETE FROM app.instance_keys", []],
      [
        "INSERT INTO app.instance_keys SELECT * FROM jsonb_populate_recordset(NULL::app.instance_keys, $1)",
        [JSON.stringify((await lab.database.admin.query("SELECT * FROM app.instance_keys")).rows.map(keyRow))],
      ],
      [
        "INSERT INTO app.companies SELECT * FROM jsonb_populate_recordset(NULL::app.companies, $1)",
        [JSON.stringify((await lab.database.admin.query("SELECT * FROM app.companies WHERE id = $1", [company])).rows)],
      ],
    );
    await copy.putBack(await lab.snapshot(company));
    for (let round = 0; round < 4; round++) {
      await lab.append(company, 1 + (round % 2));
      await copy.append(company, 2 - (round % 2));
      const theirs = await copy.signerOn({ anchors: lab.anchors });
      await Promise.all([lab.sign(company), copy.sign(company, theirs)]);
    }
    const [mine, theirs] = [await lab.leavesOf(company), await copy.leavesOf(company)];
    const seen = [...(await lab.checkpoints(company)), ...(await copy.checkpoints(company, lab.signer))];
    const fits = (leaves: Buffer[]) =>
      seen.every(({ size, root }) => size <= leaves.length && rootOf(leaves, size) === root);
    expect(seen.length).toBeGreaterThan(0);
    expect([fits(mine), fits(theirs)]).toContain(true);
  } finally {
    await copy.close();
  }
});

const keyRow = (row: { wrapped: Buffer; public_key: Buffer }) => ({
  ...row,
  wrapped: `\\x${row.wrapped.toString("hex")}`,
  public_key: `\\x${row.public_key.toString("hex")}`,
});

/** A store in front of which a process ends when it comes to write. */
const killed = (at: "before" | "after"): AnchorStore => ({
  ...lab.anchors,
  create: async (...anchor) => {
    if (at === "after") await lab.anchors.create(...anchor);
    throw new Error("killed");
  },
});

test.each(["before", "after"] as const)(
  "S2: a signer that is killed %s its anchor is written leaves nothing that the next one contradicts",
  async (at) => {
    const company = await signedTwice();
    await lab.append(company, 3);
    expect(await lab.sign(company, await lab.signerOn({ anchors: killed(at) }))).toBe("killed");
    expect(await sizesOf(company)).toEqual([5, 10]);
    await lab.append(company, 2);
    expect(await lab.sign(company)).toBeUndefined();
    // What only an anchor had is finished first.
    expect(await sizesOf(company)).toEqual(at === "after" ? [5, 10, 13, 15] : [5, 10, 15]);
    const leaves = await lab.leavesOf(company);
    for (const { size, root } of await lab.checkpoints(company)) expect(root).toBe(rootOf(leaves, size));
  },
);

test("S2: what only an anchor has is finished by the next start, though nothing was appended since", async () => {
  const company = await signedTwice();
  await lab.append(company, 3);
  await lab.sign(company, await lab.signerOn({ anchors: killed("after") }));
  const next = await lab.signerOn();
  // Others here stay stopped.
  await next.signCheckpoints().catch(() => {});
  expect(await sizesOf(company)).toEqual([5, 10, 13]);
});

test("S2: a stored checkpoint that contradicts the anchor of its size stops the signing", async () => {
  const company = await signedTwice();
  await lab.tamper([
    "UPDATE app.ledger_checkpoints SET root = sha256('x') WHERE company_id = $1 AND size = 10",
    [company],
  ]);
  await lab.append(company, 1);
  expect(await lab.sign(company)).toBe("ledger-forked");
});
