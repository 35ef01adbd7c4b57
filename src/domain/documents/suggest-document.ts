interface Candidate {
  readonly id: string;
  readonly title: string;
}

/** Words that a title and a name have to share: one alone, such as "policy", says nothing. */
const LEAST = 2;

/**
 * The expected document that an item's name sounds like; undefined where its name says too little or fits two equally. A suggestion in
 * a form and nothing more: only a person files an item as a document.
 */
export function suggestDocument<Document extends Candidate>(
  documents: readonly Document[],
  name: string,
): Document | undefined {
  const words = wordsOf(name);
  const scored = documents
    .map((document) => ({ document, shared: [...wordsOf(document.title)].filter((word) => words.has(word)).length }))
    .toSorted((a, b) => b.shared - a.shared);
  const [first, second] = scored;
  if (!first || first.shared < LEAST || first.shared === second?.shared) return undefined;
  return first.document;
}

/** Short words join others and say nothing themselves. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
}
