import { sql } from "kysely";
import type { Logger } from "pino";
import { findRegister } from "#catalog/registers/index.ts";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import { applyFields } from "#domain/registers/record-changes.ts";
import type { FieldValue, RecordFields } from "#domain/registers/register.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { asField, bundleOf } from "#domain/registers/vendor-bundle.ts";
import { AppError, isDatabaseAway } from "../app-error.ts";
import { MissingBlob } from "../blobs/artifacts.ts";
import { StorageUnavailable } from "../blobs/blob-store.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { BrokenSeal } from "../blobs/sealed-stream.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Caller, Tx } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { callFunction } from "../db/functions.ts";
import { retryConflicts } from "../db/retry-conflicts.ts";
import type { RowOf } from "../db/functions.ts";
import { findItems } from "../evidence/items.ts";
import { openItem } from "../evidence/open-item.ts";
import type { JudgeFile } from "../judge/judge-file.ts";
import type { Keys } from "../keys/keys.ts";
import { parseOrigin } from "../ledger/origin.ts";
import { recordAct } from "../ledger/record-act.ts";
import type { ReadBundle } from "../reading/read-bundle.ts";
import type { ReportReaders } from "../reading/report-readers.ts";
import { newSalt, recordDetails } from "../registers/ledger-lines.ts";
import { holdRecord } from "../registers/record-rows.ts";
import { writeVersion } from "../registers/write-record.ts";
import { pinnedOtherwise } from "./pinned-otherwise.ts";

interface Deps {
  readonly databases: Pick<Databases, "user" | "worker">;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
  readonly readers: ReportReaders;
  readonly now: () => Date;
  readonly log: Logger;
  readonly judge?: Pick<JudgeFile, "sha256"> | undefined;
}

const AT_ONCE = 20;
/** A larger one is for the verifier on somebody's own machine. */
const MOST_BYTES = 512 * 2 ** 20;
const assurances = findRegister("assurances")!;
const refused = (sentence: string): ReadBundle => ({ outcome: "refused", sentence });
const text = (value: FieldValue | undefined) => (typeof value === "string" ? value : undefined);

/**
 * Verifies bundles that were filed as assurances, in the name of whoever wrote the record last, and writes down what came of it with the file
 * and the key that it is about: whoever changes one of them asks for another verification. Side by side, so that none waits for another. One
 * that cannot be read or written down now is tried again.
 */
export async function verifyVendorBundles(deps: Deps, signal: AbortSignal): Promise<void> {
  const items = await callFunction(deps.databases.worker, "app.bundles_to_verify", [AT_ONCE]);
  const each = items.map((item) =>
    verify(deps, item, signal).catch((error: unknown) => {
      if (!signal.aborted)
        deps.log.error({ err: error, record: item.record_id }, "a vendor's bundle could not be verified");
    }),
  );
  await Promise.all(each);
}

async function verify(deps: Deps, item: RowOf<"app.bundles_to_verify">, signal: AbortSignal): Promise<void> {
  const { company_id: companyId, record_id: recordId, user_id: userId } = item;
  // They were let in with a second factor where the company asks for one; to go on with it we need none.
  const caller: Required<Pick<Caller, "userId" | "companyId" | "secondFactor">> = {
    userId,
    companyId,
    secondFactor: true,
  };
  const within = <T>(work: (tx: Tx) => Promise<T>) => asCaller(deps.databases.user, caller, work);
  const asked = await within((tx) => open(deps, tx, companyId, recordId));
  if (!asked) return;
  const read = asked.refused ?? (await readApart(deps, companyId, asked, signal));
  const write = (found: ReadBundle) =>
    retryConflicts(() =>
      within(async (tx) => {
        const row = await holdRecord(tx, { companyId }, assurances, recordId);
        if (row.ended_at || ofRecord(row.fields) !== asked.of) return;
        const pinned = await pinnedOtherwise(tx, companyId, row.fields);
        const fields = applyFields(row.fields, wanted(asked.of, pinned === undefined ? found : refused(pinned)));
        const salt = newSalt();
        await writeVersion(tx, row, { userId, companyId, at: deps.now(), salt }, { fields });
        const number = recordNumber(assurances, Number(row.number));
        const details = recordDetails(assurances, { number, version: row.version + 1, salt }, row.fields, fields);
        await recordAct(tx, caller, "record.changed", { subject: recordId, details });
      }),
    );
  await write(read).catch(async (error: unknown) => {
    // Else it would come up again for ever.
    if (isForNow(error)) throw error;
    const isOfDates = error instanceof AppError && error.code === "record-rules";
    await write(refused(isOfDates ? OF_DATES : OF_CONTENT));
  });
}

const OF_DATES = "By the dates in this bundle it is from the future, or ends before it starts.";
const OF_CONTENT = "What this file says of itself cannot be written down here.";
const UNREADABLE = "This file could not be verified here. Verify it with the verifier of Exhibit on your own machine.";

/** Whether another try may do better: what is away or busy comes back, and a limit's day ends. */
const isForNow = (error: unknown): boolean =>
  error instanceof StorageUnavailable ||
  (error instanceof AppError && [429, 503].includes(error.status)) ||
  isDatabaseAway(error);

/** Whether a key is that of the company's own ledger: who signs for themselves assures nobody of a vendor. */
const isOwnKey = (companyId: string, key = ""): boolean => parseOrigin(key.split("+", 1)[0]!)?.companyId === companyId;

const ofRecord = (fields: RecordFields) => bundleOf(text(fields["report"]) ?? "", text(fields["issuerKey"]));

/** The file of an assurance, its key, and what both are known by; undefined where there is nothing to verify. */
async function open(deps: Deps, tx: Tx, companyId: string, recordId: string) {
  const row = await holdRecord(tx, { companyId }, assurances, recordId);
  const number = parseExhibitNumber(text(row.fields["report"]) ?? "");
  if (row.ended_at || number === undefined) return undefined;
  const about = { of: ofRecord(row.fields), key: text(row.fields["issuerKey"]) };
  if (isOwnKey(companyId, about.key))
    return {
      ...about,
      refused: refused("This is the key of your own ledger. Enter the one that the vendor gave you."),
    };
  const [item] = await findItems(tx, companyId, sql`e.number = ${number}`, 1);
  if (!item) return { ...about, refused: refused("The file is not there.") };
  if (item.size > MOST_BYTES) return { ...about, refused: refused("The file is larger than 512 MB.") };
  try {
    return { ...about, size: item.size, bytes: await openItem(deps, tx, companyId, item), refused: undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...about, refused: refused(error.message) };
  }
}

type Opened = Extract<NonNullable<Awaited<ReturnType<typeof open>>>, { readonly refused: undefined }>;

async function readApart(
  { readers, judge, log }: Deps,
  lane: string,
  { size, key, bytes }: Opened,
  signal: AbortSignal,
): Promise<ReadBundle> {
  try {
    const read = await readers.readBundle(lane, { size, key, judge: judge?.sha256 }, bytes, signal);
    return read === "beyond" ? refused("Verifying this file took more time or memory than one may.") : read;
  } catch (error) {
    if (error instanceof BrokenSeal || error instanceof MissingBlob)
      return refused("The stored file is damaged or missing.");
    if (signal.aborted || isForNow(error)) throw error;
    log.error({ err: error }, "a vendor's bundle could not be read");
    return refused(UNREADABLE);
  }
}

/** What is written down; dates that somebody typed give way to those of a bundle that was verified. */
function wanted(of: string, { outcome, sentence, facts }: ReadBundle): Readonly<Record<string, FieldValue | null>> {
  const isVerified = outcome === "verified" && facts !== undefined;
  return {
    bundle: outcome,
    bundleSays: asField(sentence),
    bundleOf: of,
    bundleEndsOn: facts?.to ?? null,
    covers: facts?.covers === undefined ? null : asField(facts.covers),
    bundleItems: facts?.items ?? null,
    checkpoint: facts?.checkpoint === undefined ? null : asField(facts.checkpoint),
    bundleKey: facts?.key === undefined ? null : asField(facts.key),
    ...(isVerified && facts.to !== undefined && { datedOn: facts.to, periodStartsOn: facts.from ?? null }),
  };
}
