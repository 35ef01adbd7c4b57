import { createHash } from "node:crypto";
import type { PartSaid } from "#domain/judge/contract.ts";
import type { SameAccounts } from "#domain/registers/same-before.ts";
import type { PartOfSnapshot, SnapshotManifest } from "#domain/registers/snapshot.ts";
import { judgeSnapshot } from "#judge/registers/index.ts";
import { isNoLongerSaid } from "#judge/registers/no-longer-said.ts";
import type { Within } from "../db/without-privilege.ts";
import { KEPT_FROM, keepOwned } from "./kept-accounts.ts";
import { keepPages, OtherText } from "./keep-pages.ts";
import { keepSightings } from "./keep-sightings.ts";
import { DAY_MS, dueAfter, findLastRun } from "./last-run.ts";
import type { Due } from "./last-run.ts";
import { forgetMade } from "./made-pages.ts";
import { pageWriter } from "./page-writer.ts";
import type { PageWriter } from "./page-writer.ts";
import { readCollections, withoutAccounts } from "./read-collections.ts";
import type { BringExhibit, HeldExhibit } from "./read-collections.ts";
import { readPassing } from "./read-passing.ts";
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
  readonly due: Due;
  /** JSON of the manifest. */
  readonly manifest: string;
  readonly digest: Uint8Array;
  /** SHA-256 of all pages, in order. */
  readonly pages: readonly string[];
  /** Accounts in Exhibit that are one person's, and that were. */
  readonly doubled: SameAccounts;
  /** How many records each register has that is in use. */
  readonly counts: readonly string[];
  readonly parts: readonly PartOfRegisters[];
  /** When something that was said is to be looked at again. */
  readonly ends: readonly Date[];
}

/**
 * Reads the registers of a company, keeps their pages and judges them; undefined where it was closed or has none. All that takes time is
 * here, and nothing that needs a key.
 */
export async function readRegisters(
  bring: BringExhibit,
  within: Within,
  asked: Asked,
): Promise<RegistersRead | undefined> {
  try {
    return await readOnce(bring, within, asked);
  } catch (error) {
    if (!(error instanceof OtherText)) throw error;
    // Nothing was sealed yet. Without what was kept of the last run, which the next one makes and keeps anew.
    await within((tx) => forgetMade(tx, asked.companyId));
    return await readOnce(bring, within, { ...asked, madeFrom: Infinity });
  }
}

/** The same with the pages that an earlier run made, of companies with so many records. Refuses `OtherText` where one of them is not what it is called. */
async function readOnce(bring: BringExhibit, within: Within, asked: Asked): Promise<RegistersRead | undefined> {
  const writer = (asked.writer ?? pageWriter)(within, asked.companyId);
  try {
    return await readAndJudge(bring, within, asked, writer);
  } finally {
    // Nobody uses the connections of a run that has ended.
    await writer.stop();
  }
}

async function readAndJudge(
  bring: BringExhibit,
  within: Within,
  asked: Asked,
  writer: PageWriter,
): Promise<RegistersRead | undefined> {
  const { companyId, at, judge } = asked;
  const found = await gather(bring, within, asked, writer);
  if (!found) return undefined;
  const { location, last, snapshot, doubled, read, passing } = found;
  const isUsed = snapshot.manifest.registers.some(({ pages, confirmation }) => pages.length > 0 || confirmation);
  if (!isUsed) return undefined;
  const { manifest, parts, digest } = judged(snapshot, read, { at, judge, passing });
  const due: Due = manifest.passedBefore ? { kind: "exhibit" } : dueAfter(last, { at, digest, judge, doubled, parts });
  await writer.done();
  // Named by their hashes: what is kept before it is sealed is nobody's snapshot yet.
  if (due.kind === "exhibit") await within((tx) => keepPages(tx, companyId, snapshot.pages));
  const rests = restsOn(read, snapshot.reviewed);
  return {
    location,
    due,
    manifest: `${JSON.stringify(manifest, null, 1)}\n`,
    digest,
    pages: snapshot.hashes,
    doubled,
    counts: manifest.registers.flatMap(({ key, count, confirmation }) =>
      count > 0 || confirmation ? [`${key}: ${count}`] : [],
    ),
    parts: parts.map((part) => ({ ...part, restsOn: rests(part) })),
    ends: endsOf(snapshot, at),
  };
}

/** `madeFrom`: of fewer records all pages are made anew; tests have few. */
type Asked = RegistersAsked & {
  readonly madeFrom?: number | undefined;
  /** Who writes pages; this thread does where it is not said. */
  readonly writer?: typeof pageWriter | undefined;
};

/** What is judged, and which run was the last; whose which account is has been written down, and is held by nobody any more. */
async function gather(
  bring: BringExhibit,
  within: Within,
  { companyId, at, judge, madeFrom }: Asked,
  writer: PageWriter,
) {
  const read = await readCollections(bring, within, companyId, at);
  return await within(async (tx) => {
    const company = await tx
      .selectFrom("app.companies")
      .select("storage_location_id")
      .where("id", "=", companyId)
      .executeTakeFirst();
    if (!company) return undefined;
    const last = await findLastRun(tx, companyId, at);
    const passing = last ? await readPassing(tx, companyId, at) : [];
    await keepSightings(tx, companyId, read);
    const keptBefore = new Set(last?.pages);
    const { snapshot, matches, doubled } = await takeSnapshot(tx, companyId, {
      now: at,
      read,
      judge,
      write: (page) => {
        if (!keptBefore.has(page.sha256)) writer.write({ ...page, register: page.page.register });
      },
      madeFrom,
    });
    const listed = await writeLists(tx, companyId, read, matches);
    if (listed >= KEPT_FROM) await keepOwned(tx, companyId, at);
    await writeProposals(tx, companyId, read);
    return { location: company.storage_location_id, last, passing, snapshot, doubled, read: read.map(withoutAccounts) };
  });
}

interface Judging {
  readonly at: Date;
  readonly judge: string | undefined;
  /** What passes until now. */
  readonly passing: readonly PartOfSnapshot[];
}

/** A snapshot with what it says of checks. What an exhibit says anew is filed where something else is said because of it. */
function judged(snapshot: Snapshot, read: readonly HeldExhibit[], { at, judge, passing }: Judging) {
  const by = judge === undefined ? {} : { judged: { judge, at: at.toISOString() } };
  const before: SnapshotManifest = { ...snapshot.manifest, ...by };
  const exhibits = read.filter(({ listsAccounts }) => listsAccounts);
  const { parts } = judgeSnapshot({
    instant: at.toISOString(),
    snapshot: { ...before, passedBefore: passing },
    pages: snapshot.pages.map(({ page }) => page),
    acknowledged: snapshot.acknowledged,
    confirmed: snapshot.confirmed,
    exhibit: (index) => exhibits[index]!.open().sealed,
    told: (index) => exhibits[index]!.told,
  });
  const passedBefore = parts
    .filter(isNoLongerSaid)
    .map(({ check, aspect, source }) => ({ check, aspect, ...(source !== undefined && { source }) }));
  const manifest = passedBefore.length > 0 ? { ...before, passedBefore } : before;
  // The next snapshot, of which nothing passes any more that it is silent about, says the same. How long it counts is compared by itself.
  const said = parts
    .filter((part) => !isNoLongerSaid(part))
    .map(({ validForDays: _, validForHours: __, ...part }) => part);
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
