import type { CollectionQuestion, RegistersQuestion } from "../judge/contract.ts";
import { toHex } from "../ledger/bytes.ts";
import { SNAPSHOT_FORMAT } from "../registers/snapshot.ts";
import type { BundleContent } from "./bundle-source.ts";
import { inputPath } from "./verdict-line.ts";

/**
 * What the judge of a sealed exhibit is asked again. Of a snapshot of registers its pages lie beside it, each under the hash by which it
 * is named; one that is not there was withheld.
 */
export async function questionAbout(
  content: BundleContent,
  sealed: object,
  instant: string,
  limit: number,
): Promise<CollectionQuestion | RegistersQuestion | { readonly open: string } | { readonly fault: string }> {
  const { format, registers } = sealed as { readonly format?: unknown; readonly registers?: unknown };
  if (format !== SNAPSHOT_FORMAT) return { kind: "collection", instant, input: sealed };
  const pages: unknown[] = [];
  for (const sha256 of pagesOf(registers)) {
    const path = inputPath(sha256);
    const file = content.found.get(path);
    if (!file) return { open: "read from records that are not in this bundle" };
    if (toHex(file.sha256) !== sha256) return { fault: `its page ${path} was altered` };
    const page = read(await content.text(path, limit));
    if (page === undefined) return { fault: `its page ${path} cannot be read` };
    pages.push(page);
  }
  return { kind: "registers", instant, input: { snapshot: sealed, pages } };
}

/** The hashes that a snapshot names; none of what is no list of them, which its judge refuses. */
function pagesOf(registers: unknown): readonly string[] {
  const all: unknown[] = Array.isArray(registers) ? registers : [];
  return all.flatMap((register) => {
    const { pages } = (register ?? {}) as { readonly pages?: unknown };
    return Array.isArray(pages) ? pages.filter((page): page is string => typeof page === "string") : [];
  });
}

function read(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
