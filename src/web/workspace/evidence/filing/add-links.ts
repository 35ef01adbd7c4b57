import { failures } from "#contract/failures.ts";
import { linksIn, mostLinks, parseFileLink } from "#domain/file-link.ts";
import { timeNow } from "#web/clock.ts";
import { AppError } from "#web/app-error.ts";
import { contract } from "#web/contract.ts";
import { upload } from "#web/upload.ts";
import { batchOf, mostRows, newRow, setBatch } from "./batch.ts";
import type { PastedLink, Presets } from "./batch.ts";
import type { LinkedContent } from "./filing-row.ts";
import { isLinked } from "./filing-row.ts";
import { prepareRows } from "./prepare-rows.ts";
import { needsAccount } from "./read-linked.ts";

/** Links that are asked about at once. */
const AT_ONCE = 3;

/** Asks what each link in a text leads to and adds the files to the table; what cannot be added stays listed with its reason. */
export async function addLinks(companyId: string, text: string, presets: Presets = {}): Promise<void> {
  const links = linksIn(text);
  const known = new Set(batchOf(companyId).rows.flatMap(({ file }) => (isLinked(file) ? file.link : [])));
  const asked = links.slice(0, mostLinks).filter((link) => !known.has(link));
  const rest = links.slice(mostLinks);
  const why = `Up to ${mostLinks} links are added at once. Paste this one again.`;
  const others = batchOf(companyId).links.filter(({ link }) => !links.includes(link));
  setBatch(companyId, {
    links: [
      ...others,
      ...asked.map((link): PastedLink => ({ link, state: "asking" })),
      ...rest.map((link): PastedLink => ({ link, state: "failed", problem: why })),
    ],
  });
  const waiting = [...asked];
  const work = async () => {
    for (let link = waiting.shift(); link !== undefined; link = waiting.shift())
      await addLink(companyId, link, presets);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Adds the files of a folder that a link led to. */
export function addFolder(companyId: string, { link, folder }: PastedLink, presets: Presets = {}): void {
  forgetLink(companyId, link);
  if (folder) addRows(companyId, folder.files, presets, `${folder.name}/`);
}

export function forgetLink(companyId: string, link: string): void {
  setBatch(companyId, { links: batchOf(companyId).links.filter((other) => other.link !== link) });
}

async function addLink(companyId: string, link: string, presets: Presets): Promise<void> {
  try {
    const found = await findLink(companyId, link);
    if (found.kind === "folder") {
      const { name, files, isCut } = found;
      if (files.length === 0)
        return change(companyId, { link, state: "failed", problem: "There is no file in this folder." });
      const folder = { name, isCut, files: files.map(contentOf) };
      return change(companyId, { link, state: "folder", folder });
    }
    forgetLink(companyId, link);
    addRows(companyId, [contentOf(found.file)], presets);
  } catch (error) {
    const isKnown = error instanceof AppError;
    const problem = isKnown ? error.message : failures.unexpected.message;
    const source = isKnown && needsAccount(error) ? parseFileLink(link)?.source : undefined;
    change(companyId, { link, state: "failed", problem, ...(source && { connect: source }) });
  }
}

/** Nothing for a link that was taken off the list meanwhile. */
function change(companyId: string, link: PastedLink): void {
  setBatch(companyId, {
    links: batchOf(companyId).links.map((other) => (other.link === link.link ? link : other)),
  });
}

function addRows(companyId: string, files: readonly LinkedContent[], presets: Presets, folder = ""): void {
  const { rows, leftOut } = batchOf(companyId);
  const room = Math.max(0, mostRows - rows.length);
  const added = files.slice(0, room).map((file) => newRow({ file, path: folder + file.name }, presets));
  const why = `The table holds ${mostRows} files. Add this one afterwards.`;
  const over = files.slice(room).map(({ name }) => ({ path: folder + name, why }));
  setBatch(companyId, { rows: [...rows, ...added], leftOut: [...leftOut, ...over] });
  void prepareRows(
    companyId,
    added.map(({ key }) => key),
  );
}

type Found = Extract<Awaited<ReturnType<typeof findLink>>, { kind: "file" }>["file"];
const findLink = (companyId: string, link: string) =>
  upload(contract.linkedFiles.find, { companyId }, new Blob([link]));

function contentOf({ fileName, size, modifiedAt, link, source, sourceName, exportedAs }: Found): LinkedContent {
  const lastModified = modifiedAt === null ? timeNow().getTime() : new Date(modifiedAt).getTime();
  return { name: fileName, size: size ?? 0, lastModified, link, source, sourceName, exportedAs };
}
