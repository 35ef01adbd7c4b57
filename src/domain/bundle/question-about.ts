import type { CollectionQuestion, RegistersQuestion } from "../judge/contract.ts";
import { toHex } from "../ledger/bytes.ts";
import type { ReadBeside } from "../registers/rests-on.ts";
import { SNAPSHOT_FORMAT } from "../registers/snapshot.ts";
import { alteredPage, rowsOf } from "./altered-page.ts";
import type { BundleContent } from "./bundle-source.ts";
import type { ListedItem } from "./evidence-list.ts";
import { inputPath } from "./verdict-line.ts";

/** What a judge is asked again, without the exhibits that a snapshot was read with and that are not in the bundle. */
interface Again {
  readonly question: CollectionQuestion | RegistersQuestion;
  /** Their numbers, each with the source that the snapshot names, and the provider. */
  readonly missing: ReadonlyMap<string, ReadBeside>;
  /** The sources of closed reviews by the exhibits that they were read from, as far as none was withdrawn by then. */
  readonly reviewed: ReadonlyMap<string, string>;
}

/**
 * What the judge of a sealed exhibit is asked again. Of a snapshot of registers its pages lie beside it, each under the hash by which it
 * is named; one that is not there was withheld. The exhibits of connections that it was read with are those of the bundle.
 */
export async function questionAbout(
  content: BundleContent,
  sealed: object,
  items: ReadonlyMap<string, ListedItem>,
  { instant, limit }: { readonly instant: string; readonly limit: number },
): Promise<Again | { readonly open: string } | { readonly fault: string }> {
  const { format, registers, collections } = sealed as Readonly<Record<string, unknown>>;
  const missing = new Map<string, ReadBeside>();
  if (format !== SNAPSHOT_FORMAT)
    return { question: { kind: "collection", instant, input: sealed }, missing, reviewed: new Map() };
  const pages: unknown[] = [];
  const named = registersIn(registers);
  for (const [own, sha256] of named.flatMap((register) => register.pages.map((page) => [register, page] as const))) {
    const path = inputPath(sha256);
    const file = content.found.get(path);
    if (!file) return { open: "read from records that are not in this bundle" };
    if (toHex(file.sha256) !== sha256) return { fault: await altered(content, limit, named, own, path) };
    const page = read(await content.text(path, limit));
    if (page === undefined) return { fault: `its page ${path} cannot be read` };
    pages.push(page);
  }
  const exhibits: unknown[] = [];
  for (const { exhibit, sha256, source, provider } of namedIn(collections)) {
    const item = items.get(exhibit);
    const file = typeof item?.artifact === "string" ? content.found.get(item.artifact) : undefined;
    if (!file) {
      missing.set(exhibit, { source, provider });
      continue;
    }
    if (toHex(file.sha256) !== sha256) return { fault: `${exhibit} is not in the bundle as it was read` };
    const collection = read(await content.text(file.path, limit));
    if (collection === undefined) return { fault: `${exhibit} cannot be read` };
    exhibits.push(collection);
  }
  const snapshot = missing.size === 0 ? sealed : { ...sealed, collections: without(collections, missing) };
  return {
    question: { kind: "registers", instant, input: { snapshot, pages, collections: exhibits } },
    missing,
    reviewed: reviewedIn(pages),
  };
}

/** What these pages say that reviews, and sightings after them, were read from; of rows that are none, nothing. */
function reviewedIn(pages: readonly unknown[]): ReadonlyMap<string, string> {
  const rowsOf = (key: string) => pages.flatMap((page) => (fieldsOf(page)["register"] === key ? listIn(page) : []));
  const sources = new Map(rowsOf("review-populations").map((row) => [row.id, row.fields["source"]]));
  const populations = new Map(rowsOf("review-rows").map((row) => [row.id, row.fields["populationId"]]));
  const read = [
    ...rowsOf("review-populations").map((row) => ({ row, source: row.fields["source"] })),
    ...rowsOf("review-sightings").map((row) => ({ row, source: sources.get(populations.get(row.fields["rowId"])) })),
  ];
  return new Map(
    read.flatMap(({ row: { fields, withdrawn }, source }) => {
      const exhibit = fields["exhibit"];
      const isRead = typeof exhibit === "string" && typeof source === "string" && withdrawn.length === 0;
      return isRead ? [[exhibit, source] as const] : [];
    }),
  );
}

const fieldsOf = (value: unknown) =>
  (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;

function listIn(page: unknown) {
  const { rows } = fieldsOf(page);
  return (Array.isArray(rows) ? (rows as readonly unknown[]) : []).map((row) => {
    const { id, fields, withdrawn } = fieldsOf(row);
    return { id, fields: fieldsOf(fields), withdrawn: Array.isArray(withdrawn) ? withdrawn : [] };
  });
}

const without = (collections: unknown, missing: ReadonlyMap<string, ReadBeside>): readonly unknown[] =>
  (collections as readonly { readonly exhibit?: unknown }[]).filter((own) => !missing.has(String(own.exhibit)));

interface NamedExhibit extends ReadBeside {
  readonly exhibit: string;
  readonly sha256: string;
}

/** The exhibits that a snapshot names; what is none of them its judge refuses. */
function namedIn(collections: unknown): readonly NamedExhibit[] {
  const all: unknown[] = Array.isArray(collections) ? collections : [];
  return all.flatMap((collection) => {
    const { exhibit, sha256, source, provider } = (collection ?? {}) as Partial<Record<keyof NamedExhibit, unknown>>;
    return typeof exhibit === "string" && typeof sha256 === "string" && typeof source === "string"
      ? [{ exhibit, sha256, source, provider: typeof provider === "string" ? provider : undefined }]
      : [];
  });
}

interface NamedRegister {
  readonly key: string;
  readonly count: number;
  readonly pages: readonly string[];
}

/** The registers that a snapshot names with the hashes of their pages; none of what is no list of them, which its judge refuses. */
function registersIn(registers: unknown): readonly NamedRegister[] {
  const all: unknown[] = Array.isArray(registers) ? registers : [];
  return all.map((register) => {
    const { key, count, pages } = fieldsOf(register);
    return {
      key: typeof key === "string" ? key : "a register",
      count: typeof count === "number" ? count : 0,
      pages: Array.isArray(pages) ? pages.filter((page): page is string => typeof page === "string") : [],
    };
  });
}

/** What is wrong with a page: all pages of its register are read, and what the policies are called. */
async function altered(
  content: BundleContent,
  limit: number,
  all: readonly NamedRegister[],
  own: NamedRegister,
  path: string,
): Promise<string> {
  const pagesOf = async ({ pages }: Pick<NamedRegister, "pages">) => {
    const found: unknown[] = [];
    for (const page of pages) found.push(read(await content.text(inputPath(page), limit)));
    return found;
  };
  const policies = await pagesOf({ pages: all.flatMap(({ key, pages }) => (key === "policies" ? pages : [])) });
  const titles = new Map(policies.flatMap(rowsOf).map(({ id, title }) => [id, title]));
  const rows = (await pagesOf(own)).reduce<number>((sum, page) => sum + rowsOf(page).length, 0);
  return alteredPage(path, { ...own, rows }, read(await content.text(path, limit)), (id) => {
    const title = titles.get(id);
    return typeof title === "string" ? title : "a policy";
  });
}

function read(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
