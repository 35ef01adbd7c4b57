import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { CHANGES } from "#domain/bundle/check-changes.ts";
import { LEAVES } from "#domain/bundle/check-leaves.ts";
import { RUNS } from "#domain/bundle/check-runs.ts";
import { VERDICTS } from "#domain/bundle/verdict-line.ts";
import type { VerdictLine } from "#domain/bundle/verdict-line.ts";
import { formatManifest } from "#domain/bundle/manifest.ts";
import type { Damage } from "#domain/stored-file.ts";
import { WITHDRAWN } from "#domain/bundle/withdrawn-list.ts";
import { exportSteps } from "#domain/export-run.ts";
import { changeLines } from "../evidence/change-lines.ts";
import { openItems } from "../evidence/open-item.ts";
import { scopeOf } from "./bundle-plan.ts";
import type { BundlePlan } from "./bundle-plan.ts";
import type { Within } from "../db/without-privilege.ts";
import { changedItems } from "./changed-items.ts";
import type { ChangedItem } from "./changed-items.ts";
import { collect } from "./collect.ts";
import type { BundledItem } from "./collect.ts";
import { controlsCsv, evidenceCsv, json, safeName } from "./lists.ts";
import { assessmentResults } from "./oscal/assessment-results.ts";
import { consistencyLines, leafHashes, lossLines, proofLines } from "./proofs.ts";
import { bundleReadme } from "./readme.ts";
import { reportContent } from "./report/report-content.ts";
import { reportAsHtml } from "./report/report-html.ts";
import { typesetReport } from "./report/typeset-report.ts";
import { runLines } from "./run-lines.ts";
import { bundledVerdicts, verdictsText } from "./verdict-lines.ts";
import { withdrawnItems } from "./withdrawn-items.ts";
import { DAMAGED_FILES, wholeFile } from "./whole-file.ts";
import { ZipWriter } from "./zip-writer.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { JudgeFile } from "../judge/judge-file.ts";
import type { Keys } from "../keys/keys.ts";

/** What a bundle is written with. */
export interface BundleDeps {
  readonly signer: LedgerSigner;
  readonly appUrl: string;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
  /** The judge of this version; without it a bundle holds no verdicts that can be judged again. */
  readonly judge?: JudgeFile | undefined;
  /** File of the offline verifier, of which every bundle keeps a copy. */
  readonly verifier: string;
  /** File of the same verifier as a page. */
  readonly verifyPage: string;
}

/** Hears of each step; what it throws ends the export. */
export type ReportProgress = (step: string, done: number, total: number) => Promise<void>;

/** What was handed out. */
export interface Exported {
  /** Of everything that was written, 32 bytes. */
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly items: number;
}

type Write = (chunk: Uint8Array) => Promise<void>;

const PAGE = 200;
const ITEMS_PER_REPORT = 20;
/** Exhibits that the report lists, some eighty pages; nobody reads more on paper, and a table of all would take as long as all the rest. */
const LISTED = { most: 2_000, whole: "The file evidence.csv beside this report" };

/**
 * Streams the bundle: the report, the lists, every artifact that its seal and hash show to be whole and the names of the others, the ledger's proofs and
 * the verifiers. Memory does not grow with the artifacts. `within` must leave privileged items out, `seal` signs the manifest.
 */
export async function writeBundle(
  services: BundleDeps,
  plan: BundlePlan,
  within: Within,
  write: Write,
  report: ReportProgress,
  seal: (manifest: Uint8Array) => Promise<string>,
): Promise<Exported> {
  const counted = counting(write);
  const zip = new ZipWriter(counted.write, { date: plan.issuedAt });
  const files: { path: string; sha256: string; size: number }[] = [];
  const addStream = async (
    path: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    checked?: Buffer,
  ) => {
    const added = await zip.addStream(path, chunks, checked);
    files.push({ path, sha256: added.sha256.toString("hex"), size: added.size });
  };
  const add = async (path: string, content: string | Uint8Array) => {
    const added = await zip.addBytes(path, typeof content === "string" ? Buffer.from(content) : content);
    files.push({ path, sha256: added.sha256.toString("hex"), size: added.size });
  };

  await report(exportSteps.reading, 0, 0);
  // In transactions of their own, which see what no other part of the bundle may.
  const changed = await within((tx) => changedItems(tx, plan));
  const collected = await within((tx) => collect(tx, plan, changed));
  const withdrawn = await within((tx) => withdrawnItems(tx, plan));
  const { controls, items } = collected;
  const { key } = plan.head;
  const content = reportContent(plan, collected, { withdrawn, ...LISTED });
  await report(exportSteps.report, 0, items.length);
  await add(
    "README.txt",
    bundleReadme({
      plan,
      items: items.length,
      withdrawn: withdrawn.length,
      hasVerdicts: services.judge !== undefined,
      key,
      appUrl: services.appUrl,
    }),
  );
  await addStream("report.pdf", typesetReport(content, items.length));
  await add("report.html", reportAsHtml(content));
  await add("controls.json", json(controls));
  await add("controls.csv", controlsCsv(controls));
  // Before the lists, which say of which items the file is here.
  let done = 0;
  const damaged = new Map<string, Damage>();
  for (let from = 0; from < items.length; from += PAGE) {
    const page = items.slice(from, from + PAGE);
    const rowsOfPage = page.map((item) => item.row);
    const open = await within((tx) => openItems(services, tx, plan.companyId, rowsOfPage));
    for (const [index, item] of page.entries()) {
      if (done % ITEMS_PER_REPORT === 0) await report(exportSteps.sealing, done, items.length);
      const whole = await wholeFile(open[index]!, item.row.size);
      if (typeof whole === "string") damaged.set(item.id, whole);
      else await addStream(pathOf(item), whole, item.row.sha256);
      done += 1;
    }
  }

  const shown = items.map(({ row: _, ...item }) => ({ ...item, artifact: damaged.has(item.id) ? null : pathOf(item) }));
  await add("oscal/assessment-results.json", json(assessmentResults(plan, collected, shown)));
  const rows = shown.map((item) => asFiled(item, changed.get(item.id)));
  await add("evidence.json", json(rows));
  await add("evidence.csv", evidenceCsv(rows));
  if (damaged.size > 0) await add(DAMAGED_FILES, json(damagedList(items, damaged)));
  if (withdrawn.length > 0) await add(WITHDRAWN, json(withdrawn));
  let lines: readonly VerdictLine[] = [];
  if (services.judge) {
    const { judge } = services;
    const exhibits = items.map(({ row }) => ({ number: row.number, sha256: row.sha256.toString("hex") }));
    const judged = { judge, facts: collected.facts, states: collected.states, exhibits };
    const verdicts = await within((tx) => bundledVerdicts(tx, plan.companyId, judged));
    lines = verdicts.lines;
    await add(VERDICTS, verdictsText(lines));
    for (const [path, text] of verdicts.files) await add(path, text);
  }
  await report(exportSteps.proving, items.length, items.length);
  await add("ledger/checkpoint", plan.head.note);
  await add("ledger/key.vkey", `${key}\n`);
  await addStream("ledger/proofs.jsonl", proofLines(within, plan.head, plan.companyId, items));
  await addStream(LEAVES, leafHashes(within, plan.head));
  // For copies of the verifier that are kept from before bundles held the leaves.
  await add("ledger/consistency.jsonl", await within((tx) => consistencyLines(tx, plan)));
  const renewed = items.flatMap(({ id }) => (changed.has(id) ? [id] : []));
  const changes = await within((tx) => changeLines(tx, plan.head, renewed));
  if (changes.length > 0) await add(CHANGES, changes.map((line) => `${line}\n`).join(""));
  const runs = await within((tx) =>
    runLines(
      tx,
      plan,
      lines,
      items.map(({ row }) => row.number),
    ),
  );
  if (runs !== "") await add(RUNS, runs);
  if (plan.losses.length > 0) await add("ledger/losses.jsonl", await within((tx) => lossLines(tx, plan)));
  await add("verify.html", await readFile(services.verifyPage));
  await add("verify.mjs", await readFile(services.verifier));

  const manifest = Buffer.from(formatManifest({ files, scope: scopeOf(plan) }));
  await zip.addBytes("manifest.json", manifest);
  await zip.addBytes("manifest.sig", Buffer.from(await seal(manifest)));
  await zip.finish();
  return { ...(await counted.end()), items: items.length };
}

/** Writes the findings alone, as OSCAL assessment results. `within` must leave privileged items out. */
export async function writeAssessmentResults(
  plan: BundlePlan,
  within: Within,
  write: Write,
  report: ReportProgress,
): Promise<Exported> {
  const counted = counting(write);
  await report(exportSteps.reading, 0, 0);
  const changed = await within((tx) => changedItems(tx, plan));
  const collected = await within((tx) => collect(tx, plan, changed));
  await report(exportSteps.report, 0, collected.items.length);
  await counted.write(Buffer.from(json(assessmentResults(plan, collected, collected.items))));
  return { ...(await counted.end()), items: collected.items.length };
}

/** The item as the ledger commits to it, and beside that what it is called and where it counts since. */
function asFiled<T extends Pick<BundledItem, "name" | "controls">>(item: T, changed: ChangedItem | undefined) {
  if (!changed) return item;
  const { filed } = changed;
  return {
    ...item,
    ...filed,
    ...(item.name !== filed.name && { renamedTo: item.name }),
    ...(item.controls.join() !== filed.controls.toSorted().join() && { refiledUnder: item.controls }),
  };
}

const damagedList = (items: readonly BundledItem[], damaged: ReadonlyMap<string, Damage>) =>
  items.flatMap(({ id, exhibit, row }) => {
    const damage = damaged.get(id);
    return damage ? [{ exhibit, sha256: row.sha256.toString("hex"), size: row.size, damage }] : [];
  });

function pathOf({ exhibit, fileName }: Pick<BundledItem, "exhibit" | "fileName">): string {
  return `artifacts/${exhibit}-${safeName(fileName)}`;
}

/** So much is handed on at once: a reader is woken for a megabyte and not for each header of a small file. */
const HANDED_ON = 1 << 18;

/** Gathers, hashes and counts what is written. Nothing of it is the caller's afterwards, and `end` hands on the rest. */
function counting(write: Write) {
  const hash = createHash("sha256");
  let bytes = 0;
  let held = Buffer.allocUnsafe(HANDED_ON);
  let filled = 0;
  const handOn = async (chunk: Uint8Array) => {
    const writing = write(chunk);
    hash.update(chunk);
    await writing;
  };
  const flush = async () => {
    if (filled === 0) return;
    const full = held.subarray(0, filled);
    held = Buffer.allocUnsafe(HANDED_ON);
    filled = 0;
    await handOn(full);
  };
  return {
    write: (chunk: Uint8Array): Promise<void> | void => {
      bytes += chunk.length;
      if (filled + chunk.length <= HANDED_ON) {
        held.set(chunk, filled);
        filled += chunk.length;
        return;
      }
      return flush().then(() => {
        if (chunk.length > HANDED_ON) return handOn(chunk);
        held.set(chunk, 0);
        filled = chunk.length;
      });
    },
    end: async () => {
      await flush();
      return { sha256: hash.digest(), bytes };
    },
  };
}
