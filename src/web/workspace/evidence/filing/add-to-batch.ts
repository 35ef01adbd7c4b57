import { knownExport } from "#domain/documents/known-export.ts";
import { controlsMeant, matchIndex } from "#domain/documents/filing-index.ts";
import type { FilingIndex, IndexRow, NamedControl } from "#domain/documents/filing-index.ts";
import { api, queryClient } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { maxEvidenceBytes } from "#web/contract.ts";
import type { ExpectedDocument } from "../../documents/documents.ts";
import { askFolderWorker } from "./ask-folder-worker.ts";
import { batchOf, mostRows, newRow, removeRows, setBatch } from "./batch.ts";
import type { IndexNotice, PathFile, Presets } from "./batch.ts";
import { choose, isLinked, longestName } from "./filing-row.ts";
import type { FilingChoices, FilingRow } from "./filing-row.ts";
import { prepareRows } from "./prepare-rows.ts";

const bounds = { files: mostRows, each: maxEvidenceBytes, all: 1024 ** 3 };

/** Adds files to the table. An index among them fills it, whole or not at all; what only describes an export is left out and named. */
export async function addToBatch(companyId: string, files: readonly PathFile[], presets: Presets = {}): Promise<void> {
  const known = knownExport(files.map(({ path }) => path));
  const describing = new Set(known?.leftOut);
  const wanted = files.filter(({ path }) => !describing.has(path));
  const index = await findIndex(wanted);
  const isRead = index !== undefined && index.read.ok;
  const rest = isRead ? wanted.filter((file) => file !== index.file) : wanted;
  const room = Math.max(0, mostRows - batchOf(companyId).rows.length);
  const rows = rest.slice(0, room).map((file) => newRow(file, presets));
  const applied = index ? await applyIndex(companyId, index.file.path, index.read, rows) : undefined;
  const { leftOut } = batchOf(companyId);
  setBatch(companyId, {
    rows: [...batchOf(companyId).rows, ...(applied?.rows ?? rows)],
    ...(applied && { index: applied.notice }),
    leftOut: [
      ...leftOut,
      ...[...describing].map((path) => ({ path, why: `Part of the ${known?.product} export itself, or in it twice.` })),
      ...rest
        .slice(room)
        .map(({ path }) => ({ path, why: `The table holds ${mostRows} files. Add this one afterwards.` })),
    ],
  });
  void prepareRows(
    companyId,
    rows.map(({ key }) => key),
  );
}

/** Unpacks an archive in the table: its files take its place. Answers why, where it stays as it is. */
export async function unpackRow(companyId: string, row: FilingRow): Promise<string | undefined> {
  const { file: archive } = row;
  const answer = isLinked(archive) ? undefined : await askFolderWorker({ unpack: archive, bounds });
  if (!answer || !("ok" in answer))
    return "This archive can't be unpacked here. Unpack it yourself and drop the folder.";
  if (!answer.ok) return answer.why;
  removeRows(companyId, new Set([row.key]));
  const lastModified = row.file.lastModified;
  const files = answer.files.map(({ path, blob }) => ({
    path,
    file: new File([blob], path.split("/").at(-1)!, { lastModified }),
  }));
  setBatch(companyId, { leftOut: [...batchOf(companyId).leftOut, ...answer.leftOut] });
  const presets = Object.fromEntries(
    row.edited.filter((field) => field === "controls" || field === "document").map((field) => [field, row[field]]),
  );
  await addToBatch(companyId, files, presets);
  return undefined;
}

/** The first table among the files that is an index, the topmost one first. */
async function findIndex(files: readonly PathFile[]): Promise<{ file: PathFile; read: FilingIndex } | undefined> {
  if (files.length < 2) return undefined;
  const depth = ({ path }: PathFile) => path.split("/").length;
  const tables = files
    .filter(({ path }) => /\.(?:csv|tsv)$/i.test(path))
    .toSorted((first, second) => depth(first) - depth(second));
  const today = timeNow().toISOString().slice(0, 10);
  for (const file of tables.slice(0, 10)) {
    const answer = await askFolderWorker({ index: file.file, today });
    if (answer && "index" in answer && answer.index) return { file, read: answer.index };
  }
  return undefined;
}

async function applyIndex(companyId: string, path: string, read: FilingIndex, rows: readonly FilingRow[]) {
  const name = path.split("/").at(-1)!;
  if (!read.ok) return { rows, notice: { name, fault: read.message } satisfies IndexNotice };
  const [controls, documents] = await Promise.all([
    queryClient.ensureQueryData(api.controls.list.queryOptions({ input: { companyId } })),
    queryClient.ensureQueryData(api.documents.list.queryOptions({ input: { companyId } })),
  ]);
  const { matches, rowsWithoutFile, filesWithoutRow } = matchIndex(
    read.rows,
    rows.map((row) => row.path),
  );
  const filled = rows.map((row) => {
    const said = matches.get(row.path);
    return said ? choose(row, choicesOf(said, controls, documents), documents) : row;
  });
  const notice: IndexNotice = { name, matched: matches.size, rowsWithoutFile, filesWithoutRow };
  return { rows: filled, notice };
}

function choicesOf(
  said: IndexRow,
  controls: readonly NamedControl[],
  documents: readonly ExpectedDocument[],
): Partial<FilingChoices> {
  const means = (text: string) =>
    documents.find(({ title }) => text !== "" && title.toLowerCase() === text.toLowerCase());
  const document = means(said.document) ?? means(said.about);
  const meant = document ? [document.controlId] : controlsMeant(said.about, controls);
  return {
    ...(said.title !== "" && { name: said.title.slice(0, longestName) }),
    ...(document && { document: document.id }),
    ...(meant.length > 0 && { controls: meant }),
    ...(said.type !== "" && { type: said.type }),
    ...(said.date !== "" && { date: said.date }),
  };
}
