import { accessTexts } from "./access.ts";
import { dataTexts } from "./data.ts";
import { governanceTexts } from "./governance.ts";
import { operationsTexts } from "./operations.ts";

const texts: Readonly<Record<string, string>> = {
  ...governanceTexts,
  ...accessTexts,
  ...dataTexts,
  ...operationsTexts,
};

/** Ids of the expected documents that the library has a policy for. */
export const libraryDocuments: readonly string[] = Object.keys(texts);

/** The library's text for an expected document. */
export function findLibraryText(documentId: string): string | undefined {
  return Object.hasOwn(texts, documentId) ? texts[documentId] : undefined;
}
