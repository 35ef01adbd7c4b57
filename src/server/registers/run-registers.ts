import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { findControlAnswered } from "#catalog/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { PartSaid } from "#domain/judge/contract.ts";
import { validForMs } from "#domain/judge/valid-for.ts";
import { UNCHANGED } from "#domain/ledger/look-line.ts";
import { RULE } from "#domain/parts/rule.ts";
import { REGISTERS } from "#domain/registers/snapshot.ts";
import { fileOrDiscard, storeArtifact } from "../blobs/artifacts.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { getCompanyKey } from "../blobs/company-keys.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import type { Within } from "../db/without-privilege.ts";
import { fileEvidence } from "../evidence/filing.ts";
import { getItem, openItem } from "../evidence/open-item.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import type { JudgeFile } from "../judge/judge-file.ts";
import type { Keys } from "../keys/keys.ts";
import { recordAct } from "../ledger/record-act.ts";
import { DAY_MS } from "./last-run.ts";
import type { Due } from "./last-run.ts";
import { notReadSnapshot } from "./not-read.ts";
import type { RegistersAsked, RegistersRead } from "./read-registers.ts";
import { RunTooLarge } from "./register-reader.ts";
import type { RegisterReader } from "./register-reader.ts";

interface Deps {
  readonly databases: Pick<Databases, "user" | "userUrl">;
  readonly keys: Keys;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly now: () => Date;
  readonly judge?: Pick<JudgeFile, "sha256"> | undefined;
  /** Where registers are read and judged. */
  readonly registerReader: RegisterReader;
  /** What follows from the newest exhibit: called after each run, so it does nothing where it was done before. */
  readonly afterSealing?: ((companyId: string) => Promise<void>) | undefined;
}

const LIMIT = { bytes: 64 * 1024 * 1024, refusal: "file-too-large" } as const;

/**
 * Seals the registers of a company and judges them: five seconds after a change, and once a day. What says the same as their newest exhibit
 * files none for a week: the ledger says each day that it does.
 */
export function registerJobs(deps: Deps): JobHandler {
  return async ({ companyId }, signal) => {
    if (companyId === undefined) return;
    const at = deps.now();
    // As the company itself: no person does this.
    const within = <T>(work: (tx: Tx) => Promise<T>) =>
      asCaller(deps.databases.user, { userId: companyId, companyId }, work);
    // The bytes come after the transaction has ended: nothing waits for the store with a connection in hand.
    const open = (evidenceId: string) =>
      within(async (tx) => openItem(deps, tx, companyId, await getItem(tx, companyId, evidenceId)));
    const asked = { companyId, at, judge: deps.judge?.sha256 };
    const read = await deps.registerReader
      .read({ databases: deps.databases, open }, asked, signal)
      .catch(async (error: unknown) => {
        if (error instanceof RunTooLarge) await sayNotRead(deps, within, asked);
        throw error;
      });
    // It was closed meanwhile, or has no register.
    if (!read) return;
    const { due, ends } = read;
    if (due.kind === "exhibit")
      await seal(deps, within, { companyId, at }, read, async (tx, evidenceId) => {
        await tx
          .insertInto("app.register_runs")
          .values({
            company_id: companyId,
            evidence_id: evidenceId,
            taken_at: at,
            digest: Buffer.from(read.digest),
            pages: [...read.pages],
            same_accounts: JSON.stringify(read.doubled.now),
            same_before: JSON.stringify(read.doubled.before),
          })
          .execute();
      });
    if (due.kind === "look") await within((tx) => sayUnchanged(tx, { companyId, at }, due));
    // Also where nothing new was sealed: a run that ended between its exhibit and what follows from it is repeated, and finds nothing due.
    await deps.afterSealing?.(companyId);
    const saidAt = due.kind === "nothing" ? due.saidAt : at;
    return { next: firstOf([new Date(saidAt.getTime() + DAY_MS), ...ends]) };
  };
}

const firstOf = (times: readonly Date[]): Date => times.reduce((first, time) => (time < first ? time : first));

interface About {
  readonly companyId: string;
  readonly at: Date;
}

/** Of a day on which nothing changed the ledger has one entry, and nothing else is written. */
async function sayUnchanged(
  tx: Tx,
  { companyId, at }: About,
  { evidenceId, number }: Extract<Due, { readonly kind: "look" }>,
): Promise<void> {
  const details = { at: at.toISOString(), exhibit: formatExhibitNumber(number) };
  await recordAct(tx, { userId: companyId }, UNCHANGED, { subject: evidenceId, details });
}

/** Of registers that could not be read nothing passes any more that they passed last: it is said at once, and not once it is too old. */
async function sayNotRead(deps: Deps, within: Within, { companyId, at, judge }: RegistersAsked): Promise<void> {
  const said = await within((tx) => notReadSnapshot(tx, { companyId, at, judge }));
  if (said) await seal(deps, within, { companyId, at }, said);
}

async function seal(
  deps: Deps,
  within: Within,
  { companyId, at }: About,
  read: Pick<RegistersRead, "location" | "manifest" | "parts" | "counts" | "digest">,
  keepRun?: (tx: Tx, evidenceId: string) => Promise<void>,
): Promise<void> {
  const { location, manifest, parts, counts } = read;
  const bytes = Buffer.from(manifest, "utf8");
  const digest = Buffer.from(read.digest);
  const store = deps.blobs(location);
  const body = { bytes: Readable.from([bytes]), declaredBytes: bytes.length };
  const artifact = await storeArtifact(store, companyId, at, body, LIMIT);
  await fileOrDiscard(store, artifact, () =>
    within(async (tx) => {
      const key = await getCompanyKey(tx, deps.keys, companyId);
      const countsUntil = new Map<string, Date>();
      for (const part of parts) {
        // What another version of the library passed may be of no control any more.
        const id = findControlAnswered(part.check)?.id;
        const end = endOf(part, at);
        if (id !== undefined && end < (countsUntil.get(id) ?? Infinity)) countsUntil.set(id, end);
      }
      const [filed] = await fileEvidence(tx, key, [
        {
          id: artifact.id,
          name: "Registers",
          type: "Config",
          source: REGISTERS,
          collector: "Exhibit",
          collectedAt: at,
          controls: [...countsUntil.keys()],
          countsUntil,
          sha256: artifact.sha256,
          size: artifact.size,
          mediaType: "application/json",
          fileName: `registers-${at.toISOString().slice(0, 16).replace(":", "-")}.json`,
          blobKey: artifact.blobKey,
          artifactKey: artifact.key,
          idempotencyKey: `registers ${randomUUID()}`,
        },
      ]);
      await keepRun?.(tx, artifact.id);
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
              read_with: [...part.restsOn],
            })),
          )
          .execute();
      await recordAct(tx, { userId: companyId }, "record.sealed", {
        subject: artifact.id,
        details: {
          exhibit: formatExhibitNumber(Number(filed!.number)),
          digest: digest.toString("hex"),
          registers: [...counts],
          outcomes: parts.map(({ check, outcome }) => `${check}: ${outcome}`),
          ...(deps.judge && { judge: deps.judge.sha256 }),
        },
      });
      return { answer: undefined, repeated: false };
    }),
  );
}

const endOf = (part: PartSaid, at: Date): Date => new Date(at.getTime() + validForMs(part));
