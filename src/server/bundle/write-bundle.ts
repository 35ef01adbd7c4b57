import { readFile } from "node:fs/promises";
import { CHANGES } from "#domain/bundle/check-changes.ts";
import { LEAVES } from "#domain/bundle/check-leaves.ts";
import { LOOKS } from "#domain/bundle/check-looks.ts";
import { RUNS } from "#domain/bundle/check-runs.ts";
import { VERDICTS } from "#domain/bundle/verdict-line.ts";
import type { VerdictLine } from "#domain/bundle/verdict-line.ts";
import { manifestPieces } from "#domain/bundle/manifest.ts";
import type { Damage } from "#domain/stored-file.ts";
import { WITHDRAWN } from "#domain/bundle/withdrawn-list.ts";
import { exportSteps } from "#domain/export-run.ts";
import { changeLines } from "../evidence/change-lines.ts";
import { scopeOf } from "./bundle-plan.ts";
import type { BundlePlan } from "./bundle-plan.ts";
import type { Within } from "../db/without-privilege.ts";
import { addArtifacts, runsOf } from "./add-artifacts.ts";
import type { BundledItem, BundledItems, StoredItem } from "./bundled-items.ts";
import { changedItems } from "./changed-items.ts";
import type { ChangedItem } from "./changed-items.ts";
import { collect } from "./collect.ts";
import { controlsCsv, evidenceCsv, json, jsonList, safeName } from "./lists.ts";
import { assessmentResults } from "./oscal/assessment-results.ts";
import { consistencyLines, leafHashes, lossLines, proofLines } from "./proofs.ts";
import { gathered } from "./gathered-output.ts";
import { bundleReadme } from "./readme.ts";
import { reportContent } from "./report/report-content.ts";
import { reportAsHtml } from "./report/report-html.ts";
import { typesetReport } from "./report/typeset-report.ts";
import { lookLines } from "./look-lines.ts";
import { runLines } from "./run-lines.ts";
import { bundledVerdicts, verdictsText } from "./verdict-lines.ts";
import { withdrawnItems } from "./withdrawn-items.ts";
import { DAMAGED_FILES } from "./whole-file.ts";
import { ZipWriter } from "./zip-writer.ts";
import { SealedFiles } from "../blobs/sealed-files.ts";
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
  const counted = gathered(write);
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
  await report(exportSteps.report, 0, items.count);
  await add(
    "README.txt",
    bundleReadme({
      plan,
      items: items.count,
      withdrawn: withdrawn.length,
      hasVerdicts: services.judge !== undefined,
      key,
      appUrl: services.appUrl,
    }),
  );
  // The reader hears at once that there will be a bundle, however long its report takes.
  await counted.flush();
  await addStream("report.pdf", typesetReport(content, items.count));
  await add("report.html", reportAsHtml(content));
  await add("controls.json", json(controls));
  await add("controls.csv", controlsCsv(controls));
  // Before the lists, which say of which items the file is here.
  const cited = new Set(collected.facts.results.map(({ number }) => number));
  const exhibits: { readonly number: number; readonly sha256: string }[] = [];
  const renewed: string[] = [];
  const damaged = new Map<string, Damage>();
  const damages: ReturnType<typeof damagedList> = [];
  const archive: Parameters<typeof addArtifacts>[5] = {
    addWhole: async (path, { bytes, crc32 }, sha256) => {
      await zip.addWhole(path, bytes, crc32);
      files.push({ path, sha256: sha256.toString("hex"), size: bytes.length });
    },
    addStream,
  };
  const threads = new SealedFiles();
  try {
    let done = 0;
    for (const page of items.pages()) {
      for (const own of runsOf(page)) {
        await report(exportSteps.sealing, done, items.count);
        const found = await addArtifacts(services, within, plan.companyId, own, pathOf, archive, threads);
        for (const [id, damage] of found) damaged.set(id, damage);
        done += own.length;
      }
      damages.push(...damagedList(page, damaged));
      for (const { item, number } of page) {
        if (cited.has(number)) exhibits.push({ number, sha256: item.sha256 });
        if (changed.has(item.id)) renewed.push(item.id);
      }
    }
  } finally {
    await threads.close();
  }

  function* shown() {
    for (const page of items.pages())
      yield page.map(({ item }) => ({ ...item, artifact: damaged.has(item.id) ? null : pathOf(item) }));
  }
  function* rows() {
    for (const page of shown()) yield page.map((item) => asFiled(item, changed.get(item.id)));
  }
  await addStream("oscal/assessment-results.json", assessmentResults(plan, collected, shown()));
  await addStream("evidence.json", jsonList(rows()));
  await addStream("evidence.csv", evidenceCsv(rows()));
  if (damaged.size > 0) await add(DAMAGED_FILES, json(damages));
  if (withdrawn.length > 0) await add(WITHDRAWN, json(withdrawn));
  let lines: readonly VerdictLine[] = [];
  if (services.judge) {
    const { judge } = services;
    const judged = { judge, facts: collected.facts, states: collected.states, exhibits };
    const verdicts = await within((tx) => bundledVerdicts(tx, plan.companyId, judged));
    lines = verdicts.lines;
    await add(VERDICTS, verdictsText(lines));
    for (const [path, text] of verdicts.files) await add(path, text);
  }
  await report(exportSteps.proving, items.count, items.count);
  await add("ledger/checkpoint", plan.head.note);
  await add("ledger/key.vkey", `${key}\n`);
  await addStream("ledger/proofs.jsonl", proofLines(within, plan.head, plan.companyId, idPages(items)));
  await addStream(LEAVES, leafHashes(within, plan.head));
  // For copies of the verifier that are kept from before bundles held the leaves.
  await add("ledger/consistency.jsonl", await within((tx) => consistencyLines(tx, plan)));
  const changes = await within((tx) => changeLines(tx, plan.head, renewed));
  if (changes.length > 0) await add(CHANGES, changes.map((line) => `${line}\n`).join(""));
  const runs = await within((tx) => runLines(tx, plan, lines, [...items.numbers]));
  if (runs !== "") await add(RUNS, runs);
  const looks = await within((tx) => lookLines(tx, plan, lines));
  if (looks !== "") await add(LOOKS, looks);
  if (plan.losses.length > 0) await add("ledger/losses.jsonl", await within((tx) => lossLines(tx, plan)));
  await add("verify.html", await readFile(services.verifyPage));
  await add("verify.mjs", await readFile(services.verifier));

  const pieces: Buffer[] = [];
  for (const piece of manifestPieces({ files, scope: scopeOf(plan) })) pieces.push(Buffer.from(piece));
  const manifest = Buffer.concat(pieces);
  await zip.addBytes("manifest.json", manifest);
  await zip.addBytes("manifest.sig", Buffer.from(await seal(manifest)));
  await zip.finish();
  return { ...(await counted.end()), items: items.count };
}

function* idPages(items: BundledItems): Generator<readonly string[]> {
  for (const page of items.pages()) yield page.map(({ item }) => item.id);
}

/** Writes the findings alone, as OSCAL assessment results. `within` must leave privileged items out. */
export async function writeAssessmentResults(
  plan: BundlePlan,
  within: Within,
  write: Write,
  report: ReportProgress,
): Promise<Exported> {
  const counted = gathered(write);
  await report(exportSteps.reading, 0, 0);
  const changed = await within((tx) => changedItems(tx, plan));
  const collected = await within((tx) => collect(tx, plan, changed));
  const { items } = collected;
  await report(exportSteps.report, 0, items.count);
  function* listed() {
    for (const page of items.pages()) yield page.map(({ item }) => item);
  }
  for (const piece of assessmentResults(plan, collected, listed())) await counted.write(piece);
  return { ...(await counted.end()), items: items.count };
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

const damagedList = (page: readonly StoredItem[], damaged: ReadonlyMap<string, Damage>) =>
  page.flatMap(({ item: { id, exhibit, sha256, size } }) => {
    const damage = damaged.get(id);
    return damage ? [{ exhibit, sha256, size, damage }] : [];
  });

function pathOf({ exhibit, fileName }: Pick<BundledItem, "exhibit" | "fileName">): string {
  return `artifacts/${exhibit}-${safeName(fileName)}`;
}
