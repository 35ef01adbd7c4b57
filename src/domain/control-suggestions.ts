/** What is known of a control, in words: each text with how much its words say about the control. */
export interface ControlWords {
  readonly id: string;
  readonly texts: readonly { readonly text: string; readonly weight: number }[];
}

/** What is known of an item before it is filed. */
export interface ItemWords {
  readonly name: string;
  readonly fileName: string;
  /** The beginning of the file where it is text; empty otherwise. */
  readonly text: string;
}

/** A control that an item may be evidence for, with the words of the item that spoke for it, the strongest first. */
export interface Suggestion {
  readonly control: string;
  readonly score: number;
  readonly words: readonly string[];
}

/** Finds the controls that an item's words speak for. */
export type Suggester = (item: ItemWords) => readonly Suggestion[];

const NAME = 3;
const FILE_NAME = 2;
/** Of a word that a text has once; one that comes again and again counts up to as much as it would alone in a file's name. */
const TEXT = 0.6;
/** A long text has a word for everything: only the strongest words of an item speak. */
const SPEAKING = 6;
/** Suggested at most; whoever reads more than three reads the list of controls. */
const MOST = 3;
/** Below this no word says enough to be worth a person's look. */
const LEAST = 9;
/** A further control must be about as likely as the first. */
const SHARE = 0.55;
const SHOWN_WORDS = 4;

/**
 * A suggester for a library of controls. A word speaks for a control as loudly as the control uses it and as few other
 * controls do (inverse document frequency); words of the item's name speak louder than those of its text. No model, no
 * network: the same item always gets the same answer, and the words say why.
 */
export function suggesterFor(controls: readonly ControlWords[]): Suggester {
  const weights = controls.map(({ id, texts }) => ({ id, of: strongest(texts) }));
  const rarity = new Map<string, number>();
  for (const { of } of weights) for (const stem of of.keys()) rarity.set(stem, (rarity.get(stem) ?? 0) + 1);
  for (const [stem, uses] of rarity) rarity.set(stem, Math.log((controls.length + 1) / uses));

  return (item) => {
    const said = wordsOf(item);
    const scored = weights.map(({ id: control, of }) => {
      const speaking = [...said]
        .map(([stem, { word, weight }]) => ({ word, score: weight * (of.get(stem) ?? 0) * (rarity.get(stem) ?? 0) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, SPEAKING);
      const score = speaking.reduce((sum, item) => sum + item.score, 0);
      return { control, score, words: speaking.slice(0, SHOWN_WORDS).map(({ word }) => word) };
    });
    const [first, ...others] = scored.toSorted((a, b) => b.score - a.score).slice(0, MOST);
    if (!first || first.score < LEAST) return [];
    return [first, ...others.filter(({ score }) => score >= Math.max(LEAST, first.score * SHARE))];
  };
}

/** The words of a control with the highest weight that any of its texts gives them. */
function strongest(texts: ControlWords["texts"]): Map<string, number> {
  const all = new Map<string, number>();
  for (const { text, weight } of texts)
    for (const { stem } of split(text)) all.set(stem, Math.max(all.get(stem) ?? 0, weight));
  return all;
}

/** The words of an item by their stems, each counted where it says most; a text's words a little more when they come again. */
function wordsOf({ name, fileName, text }: ItemWords): Map<string, { word: string; weight: number }> {
  const all = new Map<string, { word: string; weight: number }>();
  const add = (part: string, weight: number) => {
    for (const { stem, word } of split(part))
      if ((all.get(stem)?.weight ?? 0) < weight) all.set(stem, { word, weight });
  };
  const counts = Map.groupBy(split(text), ({ stem }) => stem);
  for (const [stem, uses] of counts)
    all.set(stem, { word: uses[0]!.word, weight: Math.min(FILE_NAME, TEXT * (1 + Math.log2(uses.length) / 2)) });
  add(fileName.replace(/\.[^.]+$/, ""), FILE_NAME);
  add(name, NAME);
  return all;
}

const SILENT = new Set(
  "a an and are as at be been before by current date each every everyone export final for from has have how in into is it its last list log main new no not of off on or other our out own over per policy quarter record records report s scan scanned signed standard that the their them they this to under up v was were what when which who with year years".split(
    " ",
  ),
);

/** The stems of a text's words without those that are silent, in any script. */
export function wordsOfText(text: string, { silent }: { readonly silent: ReadonlySet<string> }): Set<string> {
  const words = text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !/^\d+$/.test(word) && !silent.has(word));
  return new Set(words.map(stemOf));
}

/** The words of a text that say something, in lower case; `someCamelCase` and `snake_case` are several. */
function split(text: string): { word: string; stem: string }[] {
  return text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !/^\d+$/.test(word) && !SILENT.has(word))
    .map((word) => ({ word, stem: stemOf(word) }));
}

/** Close enough to a word's stem for singular and plural, and for the forms of a verb, to meet. */
function stemOf(word: string): string {
  const bare = word
    .replace(/ies$/, "y")
    .replace(/(ss|us|is)$/, "$1")
    .replace(/([^s])s$/, "$1");
  const cut = bare.replace(/(ations?|ing|ed|ers?|ors?|ments?|ions?)$/, "");
  return cut.length >= 4 ? cut.replace(/(e|t)$/, "") : bare;
}
