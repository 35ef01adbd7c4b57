import { api, client, queryClient } from "#web/api.ts";
import { failures } from "#contract/failures.ts";
import { maxEvidenceBytes } from "#web/contract.ts";
import { toHex } from "#domain/ledger/bytes.ts";
import { toast } from "#web/design/toast-list.ts";
import { byteSize } from "#web/design/sizes.ts";
import { AppError } from "#web/app-error.ts";
import { newUploadKey } from "#web/upload.ts";
import { digest } from "#web/verification/browser-crypto.ts";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { EvidenceItem } from "./evidence.ts";
import { sendFile } from "#web/send-file.ts";
import type { FilingFacts } from "#web/send-file.ts";

export interface ChosenFile {
  readonly file: File;
  readonly name: string;
  /** One key for all tries of this file, so that trying again never files it twice. */
  readonly key: string;
  readonly sent: number;
  readonly state: "waiting" | "sending" | "broken" | "failed";
  readonly problem?: string | undefined;
  readonly sha256?: string;
  /** Items on file with exactly this content. */
  readonly same?: readonly { readonly exhibit: string; readonly name: string }[];
}

/** The files of one company that were chosen and are not filed yet. They outlive the dialog and the screen. */
export interface Filing {
  readonly files: readonly ChosenFile[];
  readonly nameAhead: string;
  readonly busy: boolean;
}

const empty: Filing = { files: [], nameAhead: "", busy: false };
const filings = new Map<string, Filing>();
const listeners = new Set<() => void>();
const cancels = new Map<string, AbortController>();

export function filingOf(companyId: string): Filing {
  return filings.get(companyId) ?? empty;
}

export function onFiling(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(companyId: string, change: Partial<Filing>) {
  filings.set(companyId, { ...filingOf(companyId), ...change });
  for (const listener of listeners) listener();
}

function change(companyId: string, key: string, facts: Partial<ChosenFile>) {
  const files = filingOf(companyId).files.map((file) => (file.key === key ? { ...file, ...facts } : file));
  set(companyId, { files });
}

/** Adds files that were chosen, dropped or pasted; the first gets the name that was typed ahead. */
export function addFiles(companyId: string, chosen: readonly File[]) {
  const { files, nameAhead } = filingOf(companyId);
  const first = files.length === 0 && chosen.length === 1 ? nameAhead.trim() : "";
  const added = chosen.map((file) => prepare(file, first));
  set(companyId, { files: [...files, ...added] });
  for (const item of added) void lookForSame(companyId, item);
}

export function renameFile(companyId: string, index: number, name: string) {
  const key = filingOf(companyId).files[index]?.key;
  if (key) change(companyId, key, { name });
  else set(companyId, { nameAhead: name });
}

/** Takes a file off the list; one that is on its way is given up. */
export function removeFile(companyId: string, key: string) {
  cancels.get(key)?.abort(new Error("given up"));
  set(companyId, { files: filingOf(companyId).files.filter((file) => file.key !== key) });
}

/** Forgets what was chosen, unless some of it is on its way. */
export function forgetFiles(companyId: string) {
  if (!filingOf(companyId).busy) set(companyId, empty);
}

/**
 * Files what is on the list, one after the other so that numbers keep their order; `only` is the key of a single one. What
 * could not be filed stays with its reason, and stops none of the others.
 */
export async function fileAll(companyId: string, facts: FilingFacts, only?: string) {
  if (filingOf(companyId).busy) return { filed: [], failed: 0 };
  set(companyId, { busy: true });
  addEventListener("beforeunload", warn);
  const filed: EvidenceItem[] = [];
  let failed = 0;
  for (const key of filingOf(companyId).files.map((file) => file.key)) {
    const found = filingOf(companyId).files.find((file) => file.key === key);
    if (!found || (only !== undefined && key !== only)) continue;
    const outcome = await send(companyId, found, facts);
    if (outcome) filed.push(outcome);
    else if (filingOf(companyId).files.some((file) => file.key === key)) failed += 1;
  }
  removeEventListener("beforeunload", warn);
  set(companyId, { busy: false, ...(filingOf(companyId).files.length === 0 ? { nameAhead: "" } : {}) });
  if (filed.length > 0) {
    for (const queryKey of [
      api.evidence.key(),
      api.controls.key(),
      api.documents.key(),
      api.projects.key(),
      api.companies.overview.key(),
    ]) {
      void queryClient.invalidateQueries({ queryKey });
    }
    toast.success(sentenceFor(filed.map((item) => spokenNumber(item.exhibit))));
  }
  return { filed, failed };
}

async function send(companyId: string, chosenFile: ChosenFile, facts: FilingFacts): Promise<EvidenceItem | undefined> {
  const { key, file, name } = chosenFile;
  const giveUp = new AbortController();
  cancels.set(key, giveUp);
  change(companyId, key, { state: "sending", sent: 0, problem: undefined });
  try {
    if (file.size > maxEvidenceBytes) throw new AppError({ ...tooLarge, message: failures["file-too-large"].message });
    if (file.size === 0) throw new AppError({ ...noBytes, message: failures["file-empty"].message });
    const item = await sendFile({ companyId, file, name, key, sha256: chosenFile.sha256 }, facts, {
      onProgress: (sent) => change(companyId, key, { state: "sending", sent }),
      onBroken: () => change(companyId, key, { state: "broken" }),
      signal: giveUp.signal,
    });
    set(companyId, { files: filingOf(companyId).files.filter((other) => other.key !== key) });
    return item;
  } catch (error) {
    const problem = error instanceof AppError ? error.message : failures.unexpected.message;
    if (!giveUp.signal.aborted) change(companyId, key, { state: "failed", problem });
    return undefined;
  } finally {
    cancels.delete(key);
  }
}

/** While the page is filing, leaving it loses what has not arrived. */
function warn(event: BeforeUnloadEvent) {
  event.preventDefault();
}

async function lookForSame(companyId: string, { file, key }: ChosenFile) {
  // Without HTTPS a browser computes no hashes; then nothing is said, and filing works all the same.
  if (!globalThis.crypto?.subtle || file.size === 0 || file.size > maxEvidenceBytes) return;
  const sha256 = toHex(await digest(await file.arrayBuffer()));
  change(companyId, key, { sha256 });
  const same = (await client.evidence.same({ companyId, sha256 })).filter(({ withdrawn }) => !withdrawn);
  if (same.length > 0) change(companyId, key, { same });
}

const tooLarge = { code: "file-too-large", status: 413 };
const noBytes = { code: "file-empty", status: 400 };

function prepare(file: File, name: string): ChosenFile {
  const bare = file.name.replace(/\.[^.]+$/, "");
  return { file, name: name || bare || file.name, key: newUploadKey(), sent: 0, state: "waiting" };
}

function sentenceFor(numbers: readonly string[]): string {
  if (numbers.length === 1) return `Added as ${numbers[0]}`;
  return `${numbers.length} items added, ${numbers[0]} to ${numbers.at(-1)}`;
}

/** How far all that is on its way has come, in words; undefined while nothing is. */
export function progressWords({ files, busy }: Filing): string | undefined {
  if (!busy) return undefined;
  const under = files.filter(({ state }) => state !== "failed");
  const sent = under.reduce((sum, item) => sum + item.sent, 0);
  const size = under.reduce((sum, item) => sum + item.file.size, 0);
  const count = under.length === 1 ? "1 file" : `${under.length} files`;
  return `Uploading ${count}, ${byteSize(sent)} of ${byteSize(size)}`;
}
