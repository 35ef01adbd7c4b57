import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { controlAnswered } from "#catalog/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { PartSaid } from "#domain/judge/contract.ts";
import { RULE } from "#domain/parts/rule.ts";
import { REGISTERS } from "#domain/registers/snapshot.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { allAcknowledged } from "#judge/registers/acknowledged.ts";
import { judgeSnapshot } from "#judge/registers/index.ts";
import { fileOrDiscard, storeArtifact } from "../blobs/artifacts.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { getCompanyKey } from "../blobs/company-keys.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { fileEvidence } from "../evidence/filing.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import type { JudgeFile } from "../judge/judge-file.ts";
import type { Keys } from "../keys/keys.ts";
import { recordAct } from "../ledger/record-act.ts";
import { readCollections } from "./read-collections.ts";
import type { ReadExhibit } from "./read-collections.ts";
import { keepSightings } from "./keep-sightings.ts";
import { keepPages } from "./keep-pages.ts";
import { restsOn } from "./rests-on.ts";
import { writeLists } from "./write-lists.ts";
import { takeSnapshot } from "./take-snapshot.ts";
import type { Snapshot } from "./take-snapshot.ts";

interface Deps {
  readonly databases: Databases;
  readonly keys: Keys;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly now: () => Date;
  readonly judge?: Pick<JudgeFile, "sha256"> | undefined;
}

const DAY_MS = 24 * 60 * 60_000;
const LIMIT = { bytes: 64 * 1024 * 1024, refusal: "file-too-large" } as const;

/**
 * Seals the registers of a company and judges them: five seconds after a change, and once a day. What says the same as the snapshot of
 * less than a day ago files nothing.
 */
export function registerJobs(deps: Deps): JobHandler {
  return async ({ companyId }) => {
    if (companyId === undefined) return;
    const at = deps.now();
    // As the company itself: no person does this.
    const within = <T>(work: (tx: Tx) => Promise<T>) =>
      asCaller(deps.databases.user, { userId: companyId, companyId }, work);
    const read = await readCollections(deps, within, companyId);
    const found = await within(async (tx) => {
      const company = await tx
        .selectFrom("app.companies")
        .select("storage_location_id")
        .where("id", "=", companyId)
        .executeTakeFirst();
      // One that was withdrawn counts for nothing, and is not among these.
      const last = await tx
        .selectFrom("app.register_runs as r")
        .innerJoin("app.evidence as e", (join) =>
          join.onRef("e.company_id", "=", "r.company_id").onRef("e.id", "=", "r.evidence_id"),
        )
        .select(["r.digest", "r.taken_at", isUndecided.as("undecided")])
        .where("r.company_id", "=", companyId)
        .orderBy("r.ledger_index", "desc")
        .limit(1)
        .executeTakeFirst();
      if (!company) return undefined;
      await keepSightings(tx, companyId, read);
      const snapshot = await takeSnapshot(tx, companyId, at, read, deps.judge?.sha256);
      await writeLists(tx, companyId, read, snapshot.matches);
      return { location: company.storage_location_id, last, snapshot };
    });
    // It was closed meanwhile.
    if (!found) return;
    const { location, last, snapshot } = found;
    const isUsed = snapshot.manifest.registers.some(({ pages, confirmation }) => pages.length > 0 || confirmation);
    if (!isUsed) return;
    const judged = judgedSnapshot(deps, snapshot, read, at);
    const isSame = last?.digest.equals(judged.digest) ?? false;
    const next = (since: Date) => ({ next: firstOf([new Date(since.getTime() + DAY_MS), ...endsOf(snapshot, at)]) });
    if (last && isSame && !last.undecided && at.getTime() - last.taken_at.getTime() < DAY_MS)
      return next(last.taken_at);
    await seal(deps, within, { companyId, location, at }, { ...judged, restsOn: restsOn(read, snapshot.reviewed) });
    return next(at);
  };
}

/** Whether something that run `r` said is not decided any more, because an exhibit that it was read with was withdrawn. */
const isUndecided = sql<boolean>`EXISTS (SELECT FROM app.check_results c CROSS JOIN unnest(c.read_with) u (id)
  LEFT JOIN app.evidence w ON w.company_id = c.company_id AND w.id = u.id
  WHERE c.company_id = r.company_id AND c.evidence_id = r.evidence_id AND w.id IS NULL)`;

/** A snapshot with what it says of checks. What an exhibit says anew is filed where something else is said because of it. */
function judgedSnapshot(deps: Deps, snapshot: Snapshot, read: readonly ReadExhibit[], at: Date) {
  const judged = deps.judge ? { judged: { judge: deps.judge.sha256, at: at.toISOString() } } : {};
  const manifest: SnapshotManifest = { ...snapshot.manifest, ...judged };
  const exhibits = read.filter(({ accounts }) => accounts);
  const { parts } = judgeSnapshot({
    instant: at.toISOString(),
    snapshot: manifest,
    pages: snapshot.pages.map(({ page }) => page),
    acknowledged: allAcknowledged(snapshot.acknowledged),
    exhibit: (index) => exhibits[index]!.open().sealed,
  });
  const said = parts.map(({ validForDays: _, ...part }) => part);
  const digest = createHash("sha256").update(snapshot.digest).update(JSON.stringify(said)).digest();
  return { manifest, pages: snapshot.pages, hashes: snapshot.hashes, parts, digest };
}

interface Judged extends ReturnType<typeof judgedSnapshot> {
  readonly restsOn: (part: PartSaid) => readonly string[];
}

/** Systems are read every hour, and somewhat later they have answered. */
const READ_AGAIN_MS = 75 * 60_000;

/** When an account of somebody who leaves is to be looked at: as they leave, a day later, and once systems were read after that. */
function endsOf({ people }: Snapshot, at: Date): readonly Date[] {
  const ends = people.flatMap(({ endsAt }) => endsAt?.getTime() ?? []);
  return ends
    .flatMap((end) => [end, end + READ_AGAIN_MS, end + DAY_MS, end + DAY_MS + READ_AGAIN_MS])
    .filter((end) => end > at.getTime())
    .map((end) => new Date(end));
}

const firstOf = (times: readonly Date[]): Date => times.reduce((first, time) => (time < first ? time : first));

type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

interface About {
  readonly companyId: string;
  readonly location: string;
  readonly at: Date;
}

async function seal(deps: Deps, within: Within, { companyId, location, at }: About, judged: Judged): Promise<void> {
  const { manifest, parts, pages } = judged;
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`, "utf8");
  const store = deps.blobs(location);
  const body = { bytes: Readable.from([bytes]), declaredBytes: bytes.length };
  const artifact = await storeArtifact(store, companyId, at, body, LIMIT);
  await fileOrDiscard(store, artifact, () =>
    within(async (tx) => {
      const key = await getCompanyKey(tx, deps.keys, companyId);
      const counts = new Map<string, Date>();
      for (const part of parts) {
        const { id } = controlAnswered(part.check);
        const end = endOf(part, at);
        if (end < (counts.get(id) ?? Infinity)) counts.set(id, end);
      }
      const [filed] = await fileEvidence(tx, key, [
        {
          id: artifact.id,
          name: "Registers",
          type: "Config",
          source: REGISTERS,
          collector: "Exhibit",
          collectedAt: at,
          controls: [...counts.keys()],
          countsUntil: counts,
          sha256: artifact.sha256,
          size: artifact.size,
          mediaType: "application/json",
          fileName: `registers-${at.toISOString().slice(0, 16).replace(":", "-")}.json`,
          blobKey: artifact.blobKey,
          artifactKey: artifact.key,
          idempotencyKey: `registers ${randomUUID()}`,
        },
      ]);
      await keepPages(tx, companyId, pages);
      await tx
        .insertInto("app.register_runs")
        .values({
          company_id: companyId,
          evidence_id: artifact.id,
          taken_at: at,
          digest: judged.digest,
          pages: [...judged.hashes],
        })
        .execute();
      if (parts.length > 0)
        await tx
          .insertInto("app.check_results")
          .values(
            parts.map((part) => ({
              company_id: companyId,
              evidence_id: artifact.id,
              check_id: part.check,
              aspect: part.aspect ?? "",
              rule: RULE,
              check_version: 1,
              source: part.source ?? REGISTERS,
              outcome: part.outcome,
              reason: part.reason,
              observed_at: at,
              valid_until: endOf(part, at),
              judge: deps.judge?.sha256 ?? null,
              read_with: [...judged.restsOn(part)],
            })),
          )
          .execute();
      await recordAct(tx, { userId: companyId }, "record.sealed", {
        subject: artifact.id,
        details: {
          exhibit: formatExhibitNumber(Number(filed!.number)),
          digest: judged.digest.toString("hex"),
          registers: manifest.registers.map(({ key: register, count }) => `${register}: ${count}`),
          outcomes: parts.map(({ check, outcome }) => `${check}: ${outcome}`),
          ...(deps.judge && { judge: deps.judge.sha256 }),
        },
      });
      return { answer: undefined, repeated: false };
    }),
  );
}

const endOf = ({ validForDays }: PartSaid, at: Date): Date => new Date(at.getTime() + validForDays * DAY_MS);
