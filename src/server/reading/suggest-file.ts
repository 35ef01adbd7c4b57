import { namedDocuments } from "#catalog/document-names.ts";
import { suggestionWords } from "#catalog/suggestion-words.ts";
import { suggesterFor } from "#domain/control-suggestions.ts";
import { filingSuggester } from "#domain/documents/suggest-filing.ts";
import type { FilingSuggestion } from "#domain/documents/suggest-filing.ts";
import { fileWords } from "./file-words.ts";

/** A file that somebody is about to file, without its bytes. */
export interface FileToSuggest {
  readonly name: string;
  readonly fileName: string;
  /** The folders that it lay in. */
  readonly folder: string;
  /** Today in UTC: no file is from a later day. */
  readonly today: string;
}

const suggest = filingSuggester(namedDocuments, suggesterFor(suggestionWords));

/** What a file may be filed as, by its name and by what it says. */
export async function suggestForFile(file: FileToSuggest, bytes: Uint8Array): Promise<FilingSuggestion> {
  const { name, fileName, folder, today } = file;
  return suggest({ name, fileName, folder, ...(await fileWords(bytes, fileName)) }, today);
}

/** What a file may be filed as by its name alone, where nothing reads it. */
export function suggestByName({ name, fileName, folder, today }: FileToSuggest): FilingSuggestion {
  return suggest({ name, fileName, folder, heading: "", columns: "", text: "" }, today);
}
