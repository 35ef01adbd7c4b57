import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { PartSaid } from "#domain/judge/contract.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { judgeSnapshot } from "#judge/registers/index.ts";
import type { Tx } from "../db/as-caller.ts";
import { KEPT_FROM, keepOwned } from "./kept-accounts.ts";
import { keepPages } from "./keep-pages.ts";
import { keepSightings } from "./keep-sightings.ts";
import { readCollections, withoutAccounts } from "./read-collections.ts";
import type { BringExhibit, HeldExhibit } from "./read-collections.ts";
import { restsOn } from "./rests-on.ts";
import { takeSnapshot } from "./take-snapshot.ts";
import type { Snapshot } from "./take-snapshot.ts";
import { writeLists } from "./write-lists.ts";
import { writeProposals } from "./write-proposals.ts";

/** Of what the registers of a company are read, and by which judge. */
export interface RegistersAsked {
  readonly companyId: string;
  readonly at: Date;
  /** SHA-256 of the judge; undefined where it has not been built. */
  readonly judge: string | undefined;
}

/** A part that registers say something of, with the exhibits besides their own that it rests on. */
export type PartOfRegisters = PartSaid & { readonly restsOn: readonly string[] };

/** What a snapshot and its judgement are once its pages are kept: it holds no row. */
export interface RegistersRead {
  readonly location: string;
  /** The snapshot of less than a day ago says the same, and this is when it was taken. */
  readonly saidAt: Date | undefined;
  /** JSON of the manifest. */
  readonly manifest: string;
  readonly digest: Uint8Array;
  /** SHA-256 of all pages, in order. */
  readonly pages: readonly string[];
  /** Accounts in Exhibit that are one person's, in groups. */
  readonly sameAccounts: readonly (readonly string[])[];
  /** How many records each register has. */
  readonly counts: readonly string[];
  readonly parts: readonly PartOfRegisters[];
  /** When something that was said is to be looked at again. */
  readonly ends: readonly Date[];
}

type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export const DAY_MS = 24 * 60 * 60_000;

/**
 * Reads the registers of a company, keeps their pages and judges them; undefined where it was closed or has none. All that takes time is
 * here, and nothing that needs a key.
 */
export async function readRegisters(
  bring: BringExhibit,
  within: Within,
  { companyId, at, judge }: RegistersAsked,
): Promise<RegistersRead | undefined> {
  const found = await gather(bring, within, { companyId, at, judge });
  if (!found) return undefined;
  const { location, last, snapshot, doubled, read } = found;
  const isUsed = snapshot.manifest.registers.some(({ pages, confirmation }) => pages.length > 0 || confirmation);
  if (!isUsed) return undefined;
  const { manifest, parts, digest } = judged(snapshot, read, at, judge);
  const isSame = last?.digest.equals(digest) ?? false;
  const stands = last && isSame && !last.undecided && at.getTime() - last.taken_at.getTime() < DAY_MS;
  // Named by their hashes: what is kept before it is sealed is nobody's snapshot yet.
  if (!stands) await within((tx) => keepPages(tx, companyId, snapshot.pages));
  const rests = restsOn(read, snapshot.reviewed);
  return {
    location,
    saidAt: stands ? last.taken_at : undefined,
    manifest: `${JSON.stringify(manifest, null, 1)}\n`,
    digest,
    pages: snapshot.hashes,
    sameAccounts: doubled,
    counts: manifest.registers.map(({ key, count }) => `${key}: ${count}`),
    parts: parts.map((part) => ({ ...part, restsOn: rests(part) })),
    ends: endsOf(snapshot, at),
  };
}

/** What is judged, and which run was the last; whose which account is has been written down, and is held by nobody any more. */
async function gather(bring: BringExhibit, within: Within, { companyId, at, judge }: RegistersAsked) {
  const read = await readCollections(bring, within, companyId);
  return await within(async (tx) => {
    const company = await tx
      .selectFrom("app.companies")
      .select("storage_location_id")
      .where("id", "=", companyId)
      .executeTakeFirst();
    if (!company) return undefined;
    const last = await findLastRun(tx, companyId);
    await keepSightings(tx, companyId, read);
    const { snapshot, matches, doubled } = await takeSnapshot(tx, companyId, {
      now: at,
      read,
      judge,
      keptBefore: new Set(last?.pages),
    });
    const listed = await writeLists(tx, companyId, read, matches);
    if (listed >= KEPT_FROM) await keepOwned(tx, companyId, at);
    await writeProposals(tx, companyId, read);
    return { location: company.storage_location_id, last, snapshot, doubled, read: read.map(withoutAccounts) };
  });
}

/** The newest snapshot. One that was withdrawn counts for nothing, and is not among these. */
async function findLastRun(tx: Tx, companyId: string) {
  return await tx
    .selectFrom("app.register_runs as r")
    .innerJoin("app.evidence as e", (join) =>
      join.onRef("e.company_id", "=", "r.company_id").onRef("e.id", "=", "r.evidence_id"),
    )
    .select(["r.digest", "r.taken_at", "r.pages", isUndecided.as("undecided")])
    .where("r.company_id", "=", companyId)
    .orderBy("r.ledger_index", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Whether something that run `r` said is not decided any more, because an exhibit that it was read with was withdrawn. */
const isUndecided = sql<boolean>`EXISTS (SELECT FROM app.check_results c CROSS JOIN unnest(c.read_with) u (id)
  LEFT JOIN app.evidence w ON w.company_id = c.company_id AND w.id = u.id
  WHERE c.company_id = r.company_id AND c.evidence_id = r.evidence_id AND w.id IS NULL)`;

/** A snapshot with what it says of checks. What an exhibit says anew is filed where something else is said because of it. */
function judged(snapshot: Snapshot, read: readonly HeldExhibit[], at: Date, judge: string | undefined) {
  const by = judge === undefined ? {} : { judged: { judge, at: at.toISOString() } };
  const manifest: SnapshotManifest = { ...snapshot.manifest, ...by };
  const exhibits = read.filter(({ listsAccounts }) => listsAccounts);
  const { parts } = judgeSnapshot({
    instant: at.toISOString(),
    snapshot: manifest,
    pages: snapshot.pages.map(({ page }) => page),
    acknowledged: snapshot.acknowledged,
    exhibit: (index) => exhibits[index]!.open().sealed,
  });
  const said = parts.map(({ validForDays: _, ...part }) => part);
  const digest = createHash("sha256").update(snapshot.digest).update(JSON.stringify(said)).digest();
  return { manifest, parts, digest };
}

/** Systems are read every hour, and somewhat later they have answered. */
const READ_AGAIN_MS = 75 * 60_000;

/** When an account of somebody who leaves is to be looked at: as they leave, a day later, and once systems were read after that. */
function endsOf({ ends }: Snapshot, at: Date): readonly Date[] {
  return ends
    .map((end) => end.getTime())
    .flatMap((end) => [end, end + READ_AGAIN_MS, end + DAY_MS, end + DAY_MS + READ_AGAIN_MS])
    .filter((end) => end > at.getTime())
    .map((end) => new Date(end));
}
