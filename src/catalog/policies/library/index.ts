import { accessTexts } from "./access.ts";
import { dataTexts } from "./data.ts";
import { governanceTexts } from "./governance.ts";
import { operationsTexts } from "./operations.ts";
import { peopleTexts } from "./people.ts";

const texts: Readonly<Record<string, string>> = {
  ...governanceTexts,
  ...accessTexts,
  ...dataTexts,
  ...operationsTexts,
  ...peopleTexts,
};

/** The library's policies, by their names. */
export const libraryDocuments: readonly string[] = Object.keys(texts);

/** The library's text of a policy. */
export function findLibraryText(documentId: string): string | undefined {
  return Object.hasOwn(texts, documentId) ? texts[documentId] : undefined;
}
