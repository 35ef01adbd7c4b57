import { signatureBytes, unreadableKind } from "#domain/file-signature.ts";
import { toHex } from "#domain/ledger/bytes.ts";
import { api, client, queryClient } from "#web/api.ts";
import { AppError } from "#web/app-error.ts";
import { contract, maxEvidenceBytes, maxSuggestedBytes } from "#web/contract.ts";
import { upload } from "#web/upload.ts";
import { digest } from "#web/verification/browser-crypto.ts";
import type { ExpectedDocument } from "../../documents/documents.ts";
import { batchOf, changeRow } from "./batch.ts";
import { suggested } from "./filing-row.ts";
import type { FilingRow, Suggestion } from "./filing-row.ts";

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

const find = (companyId: string, key: string) => batchOf(companyId).rows.find((row) => row.key === key);

async function prepare(companyId: string, key: string, documents: readonly ExpectedDocument[]): Promise<void> {
  const row = find(companyId, key);
  if (!row) return;
  const start = await row.file
    .slice(0, signatureBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const unreadable = unreadableKind(new Uint8Array(start));
  if (unreadable) changeRow(companyId, key, (now) => ({ ...now, unreadable }));
  const isRefused = row.file.size === 0 || row.file.size > maxEvidenceBytes;
  const said = isRefused ? nothing : await persist(companyId, key, askFor(companyId, row, unreadable !== undefined));
  changeRow(companyId, key, (now) => suggested(now, said ?? nothing, documents));
  if (!isRefused) await lookForSame(companyId, row).catch(() => {});
}

async function lookForSame(companyId: string, { file, key }: FilingRow): Promise<void> {
  // Without HTTPS a browser computes no hashes; then nothing is said, and filing works all the same.
  if (!globalThis.crypto?.subtle) return;
  const sha256 = toHex(await digest(await file.arrayBuffer()));
  changeRow(companyId, key, (now) => ({ ...now, sha256 }));
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
  { file, path, name }: FilingRow,
  byNameOnly: boolean,
): Promise<Suggestion> {
  const folder = path.split("/").slice(0, -1).join("/").slice(-1_000);
  const input = { companyId, name: name.slice(0, 300), fileName: file.name.slice(0, 300), folder };
  const body = byNameOnly || file.size > maxSuggestedBytes ? new Blob() : file;
  return await upload(contract.evidence.suggestFiling, input, body);
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
