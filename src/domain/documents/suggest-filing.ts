import { wordsOfText } from "../control-suggestions.ts";
import type { ItemWords } from "../control-suggestions.ts";
import { dayIn, statedDay } from "./dates-in-words.ts";

/** An expected document by its title and by what else people call it. */
export interface NamedDocument {
  readonly id: string;
  readonly controlId: string;
  readonly type: FilingType;
  readonly title: string;
  /** Other names, each of a few words that all have to come. */
  readonly names: readonly string[];
}

type FilingType = "Config" | "Policy" | "Document" | "Report";

/** What a file says of itself: its name, where it lay, and what a reader found in it. */
export interface FileFacts {
  readonly name: string;
  readonly fileName: string;
  /** The folders that it lay in. */
  readonly folder: string;
  /** Its title on its first page. */
  readonly heading: string;
  /** The names of a table's columns. */
  readonly columns: string;
  /** The beginning of its text. */
  readonly text: string;
}

/** What spoke for a document. */
export type SuggestionSource = "heading" | "name" | "columns" | "folder" | "text";

/** What a file may be filed as. It decides nothing: a person files it, and another person reviews it. */
export interface FilingSuggestion {
  readonly document: string | null;
  /** What spoke for the document; null without one. */
  readonly by: SuggestionSource | null;
  readonly controls: readonly string[];
  readonly type: FilingType | null;
  /** The day that it is from, `2026-11-12`. */
  readonly date: string | null;
  /** It reads like something between a client and a lawyer. */
  readonly privileged: boolean;
}

/** How much a place says: a title most, a text that mentions many things least. */
const WEIGHTS: readonly (readonly [SuggestionSource, number])[] = [
  ["heading", 5],
  ["name", 4],
  ["columns", 3],
  ["folder", 3],
  ["text", 1.6],
];
/** Words that many titles end with say half as much as the others. */
const GENERIC = wordsOfText(
  "policy report list log record review export plan register standard document schedule results procedure notice sample",
  { silent: none() },
);
/** So much of a title has to come. */
const COVERED = 0.6;
const LEAST = 1.5;
/** The best must be better than the next by this much, or nothing is said. */
const MARGIN = 1.1;
const JOINING = new Set("a an and as at by for from in of on or our the to with".split(" "));
/** A text says what it is at its beginning. */
const TEXT_CHARS = 6_000;

function none(): ReadonlySet<string> {
  return new Set();
}

interface Phrase {
  readonly words: readonly string[];
  readonly isWhole: boolean;
}

/**
 * Makes what suggests how files may be filed. Words of ours and of the library decide, no model and no network: the same file always
 * gets the same answer. Where two documents fit alike, none is suggested.
 */
export function filingSuggester(
  documents: readonly NamedDocument[],
  suggestControls: (item: ItemWords) => readonly { readonly control: string }[],
): (file: FileFacts, today: string) => FilingSuggestion {
  const known = documents.map((document) => ({
    document,
    phrases: [
      { words: phraseOf(document.title), isWhole: false },
      ...document.names.map((name) => ({ words: phraseOf(name), isWhole: true })),
    ],
  }));
  return (file, today) => {
    const sources = WEIGHTS.map(([source, weight]) => ({
      source,
      weight,
      words: new Set(phraseOf(textOf(file, source))),
    }));
    const found = bestOf(known, sources);
    const controls = found
      ? [found.document.controlId]
      : suggestControls({ name: file.heading || file.name, fileName: file.fileName, text: file.text })
          .slice(0, 1)
          .map(({ control }) => control);
    const said = `${file.heading}\n${file.text.slice(0, TEXT_CHARS)}`;
    return {
      document: found?.document.id ?? null,
      by: found?.source ?? null,
      controls,
      type: found?.document.type ?? typeOf(file),
      date: statedDay(said, today) ?? dayIn(file.fileName, today) ?? dayIn(file.heading, today) ?? null,
      privileged: PRIVILEGED.test(`${file.name}\n${file.fileName.replaceAll("_", " ")}\n${said}`),
    };
  };
}

const PRIVILEGED =
  /attorney[- ]client|privileged (?:and|&) confidential|attorney work product|engagement letter|legal advice|solicitor[- ]client/i;

function textOf(file: FileFacts, source: SuggestionSource): string {
  if (source === "name") return `${file.name} ${file.fileName.replace(/\.[^.]{1,8}$/, "")}`;
  return source === "text" ? file.text.slice(0, TEXT_CHARS) : file[source];
}

function phraseOf(text: string): string[] {
  return [...wordsOfText(text, { silent: JOINING })];
}

interface Source {
  readonly source: SuggestionSource;
  readonly weight: number;
  readonly words: ReadonlySet<string>;
}

function bestOf(
  known: readonly { readonly document: NamedDocument; readonly phrases: readonly Phrase[] }[],
  sources: readonly Source[],
) {
  const scored = known
    .map(({ document, phrases }) => ({ document, ...strongest(phrases, sources) }))
    .toSorted((first, second) => second.score - first.score);
  const [first, second] = scored;
  if (!first || first.score < LEAST || first.score < (second?.score ?? 0) * MARGIN) return undefined;
  return first;
}

/** The place that speaks loudest for a document; other places that agree make it a little louder. */
function strongest(phrases: readonly Phrase[], sources: readonly Source[]) {
  const all = sources
    .map(({ source, weight, words }) => ({
      source,
      score: weight * Math.max(0, ...phrases.map((phrase) => fitOf(phrase, words))),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((first, second) => second.score - first.score);
  const [loudest, ...others] = all;
  if (!loudest) return { score: 0, source: null };
  return { score: loudest.score + others.reduce((sum, { score }) => sum + score, 0) / 10, source: loudest.source };
}

/** How well words fit a phrase: from what share of it comes, and a little more for each word. */
function fitOf({ words, isWhole }: Phrase, said: ReadonlySet<string>): number {
  const shared = words.filter((word) => said.has(word));
  const weigh = (some: readonly string[]) => some.reduce((sum, word) => sum + (GENERIC.has(word) ? 0.5 : 1), 0);
  const share = weigh(shared) / Math.max(0.5, weigh(words));
  const says = shared.some((word) => !GENERIC.has(word));
  if (!says || (isWhole ? share < 1 : share < COVERED || shared.length < 2)) return 0;
  return share * (1 + 0.2 * weigh(shared));
}

const CONFIG = /\.(?:json|ya?ml|toml|ini|conf|cfg|xml|tf|hcl|properties|plist|reg)$/i;
const DOCUMENT = /\.(?:pdf|docx?|odt|rtf|md|txt|pptx?|odp|vsdx?|pages|html?)$/i;

function typeOf({ name, fileName, heading }: FileFacts): FilingType | null {
  const said = `${heading} ${name} ${fileName}`.replaceAll("_", " ");
  if (/\b(?:policy|policies|standard)\b/i.test(said)) return "Policy";
  if (/\b(?:report|scan|review|assessment|audit|minutes|log|results|test|findings)\b/i.test(said)) return "Report";
  if (CONFIG.test(fileName) || /\b(?:config|configuration|settings)\b/i.test(said)) return "Config";
  return DOCUMENT.test(fileName) ? "Document" : null;
}
