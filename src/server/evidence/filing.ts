import { createHash, createHmac, createSecretKey, randomBytes } from "node:crypto";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { getControl, validForDays } from "#catalog/index.ts";
import { callFunction } from "../db/functions.ts";
import type { ArgumentsOf } from "../db/functions.ts";
import { byteaArray, instantArray, plainArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail, sqlState, violatedConstraint } from "../app-error.ts";
import type { CompanyKey } from "../blobs/company-keys.ts";

/** An item about to be filed. The artifact behind it is already sealed and durable. */
export interface NewEvidence {
  readonly id: string;
  readonly name: string;
  readonly type: "Config" | "Policy" | "Document" | "Report";
  readonly source: string;
  readonly collector: string;
  readonly collectedAt: Date;
  readonly controls: readonly string[];
  /** By control, the end of what was concluded from it: for longer it counts for nothing, whatever its type. */
  readonly countsUntil?: ReadonlyMap<string, Date>;
  readonly sha256: Buffer;
  readonly size: number;
  readonly mediaType: string;
  readonly fileName: string;
  readonly blobKey: string;
  readonly artifactKey: Buffer;
  /** Repeating a request with the same key files nothing twice; null when the client sent none. */
  readonly idempotencyKey: string | null;
  /** The matter whose privilege it is under. */
  readonly matterId?: string | null;
  /** The item whose place it takes; one under the same privilege, and not superseded before. */
  readonly supersedes?: string | null;
}

export interface FiledEvidence {
  readonly id: string;
  readonly number: number;
  readonly ledgerIndex: number;
  readonly filedAt: Date;
  /** True when the idempotency key had been used before: this is the item filed then. */
  readonly repeated: boolean;
}

const SALT_BYTES = 16;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Files a batch, all or nothing, in one round trip: numbers without gaps, ledger entries and control links together.
 * Answers in the order given. Refuses `idempotency-conflict` when a key was used for other bytes before,
 * `already-superseded` where there is nothing to take the place of, and `not-on-access-list` for a matter that is not the caller's.
 */
export async function fileEvidence(
  tx: Tx,
  key: CompanyKey,
  items: readonly NewEvidence[],
  random: (bytes: number) => Buffer = randomBytes,
): Promise<FiledEvidence[]> {
  // One call for all salts: asking the system for sixteen bytes costs as much as for thousands.
  const salts = random(SALT_BYTES * items.length);
  const prepared = items.map((item, at) => prepare(item, salts.subarray(SALT_BYTES * at, SALT_BYTES * (at + 1))));
  const links = prepared.flatMap(({ links: own }, position) =>
    own.map((link) => ({ ...link, position: position + 1 })),
  );
  const wrapped = key.wrapArtifactKeys(items.map((item) => ({ id: item.id, key: item.artifactKey })));
  const columns: ArgumentsOf<"app.file_evidence"> = [
    plainArray(items.map((item) => item.id)),
    textArray(items.map((item) => item.name)),
    plainArray(items.map((item) => item.type)),
    textArray(items.map((item) => item.source)),
    textArray(items.map((item) => item.collector)),
    instantArray(items.map((item) => item.collectedAt)),
    instantArray(prepared.map((item) => item.validUntil)),
    byteaArray(items.map((item) => item.sha256)),
    plainArray(items.map((item) => item.size)),
    textArray(items.map((item) => item.mediaType)),
    textArray(items.map((item) => item.fileName)),
    textArray(items.map((item) => item.blobKey)),
    textArray(items.map((item) => keptKey(item.idempotencyKey, item.matterId))),
    byteaArray(prepared.map((item) => item.salt)),
    textArray(prepared.map((item) => item.metadata)),
    plainArray(prepared.map((item) => item.contentCommitment)),
    plainArray(prepared.map((item) => item.metadataCommitment)),
    byteaArray(wrapped),
    key.version,
    plainArray(links.map((link) => link.position)),
    plainArray(links.map((link) => link.control)),
    instantArray(links.map((link) => link.validUntil)),
    plainArray(items.map((item) => item.matterId ?? null)),
    plainArray(items.map((item) => item.supersedes ?? null)),
  ];
  try {
    const rows = await callFunction(tx, "app.file_evidence", columns);
    return rows.map((row) => ({
      id: row.id,
      number: row.number,
      ledgerIndex: row.ledger_index,
      filedAt: row.filed_at,
      repeated: row.repeated,
    }));
  } catch (error) {
    if (sqlState(error) === "EX409") fail("idempotency-conflict", error);
    if (sqlState(error) === "EX410") fail("already-superseded", error);
    if (violatedConstraint(error) === "privileged_filing") fail("not-on-access-list", error);
    throw error;
  }
}

/**
 * A key of a matter's own, so that it says nothing to whoever tries the same one outside its access list, nor which matter it
 * was once the privilege is waived. No header holds a space, so that nobody sends such a key.
 */
export function keptKey(idempotencyKey: string | null, matterId: string | null | undefined): string | null {
  if (idempotencyKey === null || !matterId) return idempotencyKey;
  return `a matter's ${createHash("sha256").update(`${matterId} ${idempotencyKey}`).digest("base64")}`;
}

function prepare(item: NewEvidence, salt: Buffer) {
  const controls = [...new Set(item.controls)].sort();
  const links = controls.map((id) => ({
    control: id,
    validUntil: earlier(
      new Date(item.collectedAt.getTime() + validForDays(getControl(id), item.type) * DAY),
      item.countsUntil?.get(id),
    ),
  }));
  const metadata = canonicalJson({
    collectedAt: item.collectedAt.toISOString(),
    collector: item.collector,
    controls,
    fileName: item.fileName,
    mediaType: item.mediaType,
    name: item.name,
    source: item.source,
    ...(item.supersedes && { supersedes: item.supersedes }),
    type: item.type,
  });
  const secret = createSecretKey(salt);
  return {
    links,
    salt,
    metadata,
    // The item as a whole is current for as long as any control may still rely on it; filed under none, for a month.
    validUntil: links.reduce(
      (latest, link) => (link.validUntil > latest ? link.validUntil : latest),
      links.length > 0 ? item.collectedAt : new Date(item.collectedAt.getTime() + 31 * DAY),
    ),
    contentCommitment: createHmac("sha256", secret).update(item.sha256).digest("base64"),
    metadataCommitment: createHmac("sha256", secret).update(metadata).digest("base64"),
  };
}

const earlier = (a: Date, b: Date | undefined) => (b && b < a ? b : a);
