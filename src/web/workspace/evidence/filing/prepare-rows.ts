import { signatureBytes, unreadableKind } from "#domain/file-signature.ts";
import { toHex } from "#domain/ledger/bytes.ts";
import { api, client, queryClient } from "#web/api.ts";
import { AppError } from "#web/app-error.ts";
import { contract, maxEvidenceBytes, maxSuggestedBytes } from "#web/contract.ts";
import { upload } from "#web/upload.ts";
import { digest } from "#web/verification/browser-crypto.ts";
import type { ExpectedDocument } from "../../documents/documents.ts";
import { batchOf, changeRow, changeRows } from "./batch.ts";
import { isLinked, suggested } from "./filing-row.ts";
import type { FilingRow, LinkedContent, Suggestion } from "./filing-row.ts";
import { readLinked, unread } from "./read-linked.ts";

/** Files that are read at once. */
const AT_ONCE = 2;
/** After a broken line a file is tried again, for as long as it waits. */
const AGAIN_MS = 3_000;
const MOST_TRIES = 40;
/** A file that takes longer is suggested for by its name: the server waits little longer for one. */
const SLOW_MS = 15_000;
const nothing: Suggestion = { document: null, by: null, controls: [], type: null, date: null, privileged: false };

/** Looks into each of these rows while they wait: what kind of file it is, whether its content is on file, what it may be filed as. */
export async function prepareRows(companyId: string, keys: readonly string[]): Promise<void> {
  const waiting = [...keys];
  const documents = queryClient
    .ensureQueryData(api.documents.list.queryOptions({ input: { companyId } }))
    .catch(() => []);
  const work = async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift())
      await prepare(companyId, key, await documents);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Reads rows again that could not be read: their accounts are connected now, or somebody asked for it. */
export function readAgain(companyId: string, rows: readonly FilingRow[]): void {
  const keys = rows.map(({ key }) => key);
  const fresh = { state: "waiting", reading: true, problem: undefined, connect: undefined } as const;
  changeRows(companyId, new Set(keys), (row) => ({ ...row, ...fresh }));
  void prepareRows(companyId, keys);
}

const find = (companyId: string, key: string) => batchOf(companyId).rows.find((row) => row.key === key);

async function prepare(companyId: string, key: string, documents: readonly ExpectedDocument[]): Promise<void> {
  const row = find(companyId, key);
  if (!row) return;
  const { file } = row;
  if (isLinked(file)) return await prepareLinked(companyId, row, file, documents);
  const start = await file
    .slice(0, signatureBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const unreadable = unreadableKind(new Uint8Array(start));
  if (unreadable) changeRow(companyId, key, (now) => ({ ...now, unreadable }));
  const isRefused = file.size === 0 || file.size > maxEvidenceBytes;
  const said = isRefused ? nothing : await persist(companyId, key, askFor(companyId, row, unreadable !== undefined));
  changeRow(companyId, key, (now) => suggested(now, said ?? nothing, documents));
  if (!isRefused) await lookForSame(companyId, key, file).catch(() => {});
}

/** The server reads the file, and then what it says; a file that cannot be read says why. */
async function prepareLinked(
  companyId: string,
  { key }: FilingRow,
  file: LinkedContent,
  documents: readonly ExpectedDocument[],
): Promise<void> {
  if (file.size > maxEvidenceBytes) return changeRow(companyId, key, (now) => suggested(now, nothing, documents));
  try {
    await readLinked(companyId, key, file);
  } catch (error) {
    return changeRow(companyId, key, (now) => unread(now, file, error));
  }
  const row = find(companyId, key);
  if (!row) return;
  const said = await persist(companyId, key, askFor(companyId, row, row.unreadable !== undefined));
  changeRow(companyId, key, (now) => suggested(now, said ?? nothing, documents));
  if (row.sha256) await sayWhatIsSame(companyId, key, row.sha256);
}

async function lookForSame(companyId: string, key: string, file: File): Promise<void> {
  // Without HTTPS a browser computes no hashes; then nothing is said, and filing works all the same.
  if (!globalThis.crypto?.subtle) return;
  const sha256 = toHex(await digest(await file.arrayBuffer()));
  changeRow(companyId, key, (now) => ({ ...now, sha256 }));
  await sayWhatIsSame(companyId, key, sha256);
}

async function sayWhatIsSame(companyId: string, key: string, sha256: string): Promise<void> {
  const same = await persist(companyId, key, () => client.evidence.same({ companyId, sha256 }));
  const onFile = (same ?? []).filter(({ withdrawn }) => !withdrawn);
  if (onFile.length > 0) changeRow(companyId, key, (now) => ({ ...now, same: onFile }));
}

/** Asks with all of the file, and by its name alone once that took too long. */
function askFor(companyId: string, row: FilingRow, isUnreadable: boolean): () => Promise<Suggestion> {
  let byNameOnly = isUnreadable;
  return async () => {
    const began = performance.now();
    try {
      return await suggestionFor(companyId, row, byNameOnly);
    } finally {
      byNameOnly ||= performance.now() - began > SLOW_MS;
    }
  };
}

async function suggestionFor(
  companyId: string,
  { file, path, name, upload: read }: FilingRow,
  byNameOnly: boolean,
): Promise<Suggestion> {
  const folder = path.split("/").slice(0, -1).join("/").slice(-1_000);
  const input = { companyId, name: name.slice(0, 300), fileName: file.name.slice(0, 300), folder };
  const isByName = byNameOnly || file.size > maxSuggestedBytes;
  if (!isLinked(file)) return await upload(contract.evidence.suggestFiling, input, isByName ? new Blob() : file);
  const whole = { ...input, ...(!isByName && read !== undefined && { upload: read }) };
  return await upload(contract.evidence.suggestFiling, whole, new Blob());
}

/** No line, a slow one, too many at once, or a server that comes back. */
const PASSING = new Set([0, 408, 429, 503]);

/** Asks until there is an answer, as long as the row waits and the line may come back; undefined where it does not. */
async function persist<T>(companyId: string, key: string, ask: () => Promise<T>): Promise<T | undefined> {
  for (let tries = 0; tries < MOST_TRIES && find(companyId, key); tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const passes = error instanceof AppError && PASSING.has(error.status);
      if (!passes) return undefined;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
  return undefined;
}
