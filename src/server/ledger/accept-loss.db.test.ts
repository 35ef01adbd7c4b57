import { afterAll, beforeAll, expect, test } from "vitest";
import { dice, openLedgerLab, rootOf } from "#tests/support/ledger-lab.ts";
import type { LedgerLab, SeenNote } from "#tests/support/ledger-lab.ts";
import { acceptLoss, LossRefused } from "./accept-loss.ts";
import { formatAnchor } from "./anchor.ts";
import { CompactRange } from "#domain/ledger/merkle.ts";
import { ledgerNameOf } from "./origin.ts";

let lab: LedgerLab;
beforeAll(async () => {
  lab = await openLedgerLab();
});
afterAll(() => lab.close());

const loss = (companyId: string) => ({ companyId, reason: "The disk failed", person: "Ana Ortiz" });

async function signed(entries: number): Promise<string> {
  const company = await lab.found();
  await lab.append(company, entries);
  expect(await lab.sign(company)).toBeUndefined();
  return company;
}

test("S2: a loss that is accepted begins another origin, whose ledger names the old one for good", async () => {
  const company = await signed(10);
  const [last] = await lab.checkpoints(company);
  await lab.rewrite(company, 12);
  await lab.loseAnchors(company);
  expect(await lab.sign(company)).toBe("anchor-lost");
  const accepted = await acceptLoss(lab.deps, loss(company));
  expect(accepted).toMatchObject({
    oldOrigin: lab.signer.origin(company),
    origin: `${lab.signer.origin(company)}.2`,
    last: { size: 10, root: last!.root },
  });
  expect([await lab.sign(company), await lab.stopOf(company)]).toEqual([undefined, undefined]);
  const seen = await lab.checkpoints(company);
  expect(seen.map(({ origin, size }) => [origin, size])).toEqual([
    [accepted.oldOrigin, 10],
    [accepted.origin, 13],
  ]);
  expect(seen[1]!.root).toBe(rootOf(await lab.leavesOf(company)));
  const { rows } = await lab.database.admin.query(
    "SELECT a.details, l.last_note FROM app.ledger_losses l JOIN app.ledger_acts a USING (company_id, seq) WHERE company_id = $1",
    [company],
  );
  expect(JSON.parse(rows[0].details)).toMatchObject({
    oldOrigin: accepted.oldOrigin,
    lastSize: 10,
    lastRoot: last!.root,
    lastNote: last!.note,
    reason: "The disk failed",
    person: "Ana Ortiz",
  });
  await expect(
    lab.database.admin.query("DELETE FROM app.ledger_losses WHERE company_id = $1", [company]),
  ).rejects.toThrow(/append-only/);
});

test("S2: no loss is accepted where nothing is lost, or of a company that there is not", async () => {
  const company = await signed(3);
  await lab.append(company, 2);
  await expect(acceptLoss(lab.deps, loss(company))).rejects.toThrow(LossRefused);
  await expect(acceptLoss(lab.deps, loss("0190c0de-0000-4000-8000-000000000000"))).rejects.toThrow(/no company/);
  expect(await lab.sign(company)).toBeUndefined();
});

test("S2: a loss that a restored database has forgotten is not accepted under the same origin again", async () => {
  const company = await signed(4);
  const before = await lab.snapshot(company);
  await lab.append(company, 3);
  await lab.loseAnchors(company);
  await acceptLoss(lab.deps, loss(company));
  await lab.sign(company);
  await lab.putBack(before);
  await lab.append(company, 1);
  expect(await lab.sign(company)).toBe("anchor-lost");
  const first = lab.signer.origin(company);
  expect((await acceptLoss(lab.deps, loss(company))).origin).toBe(`${first}.3`);
  expect(await lab.sign(company)).toBeUndefined();
  const { rows } = await lab.database.admin.query(
    "SELECT old_origin, last_size FROM app.ledger_losses WHERE company_id = $1 ORDER BY seq",
    [company],
  );
  // Both are on record, without a gap: what was signed of the forgotten one is known from its anchors.
  expect(rows.map(({ old_origin, last_size }) => [old_origin, Number(last_size)])).toEqual([
    [first, 4],
    [`${first}.2`, 8],
  ]);
});

test("S2: no role that serves can accept a loss", async () => {
  const company = await signed(2);
  for (const pool of ["userPool", "auditorPool", "staffPool", "authPool", "workerPool"] as const)
    await expect(
      lab.database.databases[pool].query(
        "SELECT app.accept_ledger_loss($1, 2, 'x', NULL, NULL, NULL, 'x', 'x', $1, 'x', '{}', '\\x00', 'x')",
        [company],
      ),
    ).rejects.toThrow(/permission denied/);
});

/** Puts the anchor where the last release kept it, and takes away the new one. */
async function asLastRelease(company: string) {
  const ledger = ledgerNameOf(lab.signer.origin(company));
  const size = (await lab.anchors.sizes(ledger)).at(-1)!;
  const { edge, note } = JSON.parse((await lab.anchors.read(ledger, size))!.toString());
  await lab.anchors.forget(ledger);
  // The last release wrote JSON.stringify({ size, edge, note }).
  await lab.evidence.replace(`anchors/${company}.json`, Buffer.from(JSON.stringify({ size, edge, note })));
  return { size, edge, note };
}

test("S2: an anchor of the last release is verified, carried over at the next signature and gone from the evidence", async () => {
  const company = await signed(6);
  await asLastRelease(company);
  await lab.append(company, 2);
  expect(await lab.sign(company)).toBeUndefined();
  expect(await lab.anchors.sizes(ledgerNameOf(lab.signer.origin(company)))).toEqual([6, 8]);
  expect(await lab.evidence.read(`anchors/${company}.json`)).toBeUndefined();
});

test("S2: an anchor of the last release that nobody of us signed is not carried over", async () => {
  const company = await signed(6);
  const old = await asLastRelease(company);
  await lab.rewrite(company, 8);
  await lab.forgetCheckpoints(company);
  const { size, root } = await lab.headOf(company);
  const edge = (
    await lab.database.admin.query<{ edge: Buffer[] }>("SELECT edge FROM app.ledger_heads WHERE company_id = $1", [
      company,
    ])
  ).rows[0]!.edge;
  const note = old.note.replace(/\n6\n.*\n/, `\n${size}\n${root.toString("base64")}\n`);
  const forged = formatAnchor({ range: new CompactRange(size, edge), note });
  await lab.evidence.replace(`anchors/${company}.json`, forged);
  expect(await lab.sign(company)).toBe("anchor-lost");
  expect(await lab.checkpoints(company)).toEqual([]);
});

/** Every two notes of one origin are heads of one ledger: that of the longer one, as it was when it was signed. */
function contradictions(seen: readonly (SeenNote & { readonly leaves: readonly Uint8Array[] })[]): string[] {
  return seen.flatMap((item) =>
    seen
      .filter((other) => other.origin === item.origin && other.size >= item.size)
      .filter((other) => rootOf(other.leaves, item.size) !== item.root)
      .map((other) => `${item.origin}: ${item.size} and ${other.size}`),
  );
}

test("S2: whatever is appended, signed, lost, rewritten, put back or accepted, no two notes of one origin contradict each other", async () => {
  const { seed, roll } = dice(Number(process.env["LEDGER_SEED"] ?? 20_261_122));
  // Where database and anchors are set back together to before a signature, nothing here can know of it: that is for witnesses.
  const company = await signed(3);
  const seen: (SeenNote & { leaves: Buffer[] })[] = [];
  let snapshot = await lab.snapshot(company);
  const steps: string[] = [];
  const acts: Record<string, () => Promise<unknown>> = {
    append: () => lab.append(company, 1 + roll(5)),
    sign: () => lab.sign(company),
    "sign again": () => lab.sign(company),
    "lose anchors": async () => {
      const { rows } = await lab.database.admin.query("SELECT app.ledger_generation($1) AS generation", [company]);
      await lab.loseAnchors(company, rows[0].generation);
    },
    rewrite: () => lab.rewrite(company, 1 + roll(12)),
    backup: async () => (snapshot = await lab.snapshot(company)),
    restore: () => lab.putBack(snapshot),
    accept: async () => {
      try {
        await acceptLoss(lab.deps, loss(company));
        expect(await lab.sign(company)).toBeUndefined();
        snapshot = await lab.snapshot(company);
      } catch (error) {
        if (!(error instanceof LossRefused)) throw error;
      }
    },
  };
  for (let step = 0; step < 120; step++) {
    const name = Object.keys(acts)[roll(Object.keys(acts).length)]!;
    steps.push(name);
    await acts[name]!();
    const leaves = await lab.leavesOf(company);
    for (const note of await lab.checkpoints(company))
      if (!seen.some((known) => known.note === note.note)) seen.push({ ...note, leaves });
    expect(contradictions(seen), `seed ${seed}: ${steps.join(", ")}`).toEqual([]);
  }
  expect(seen.length).toBeGreaterThan(3);
});
