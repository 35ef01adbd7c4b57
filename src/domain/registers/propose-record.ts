/** A record that an exhibit may be a file of. */
export interface FileOfRecord {
  /** As people quote it: `ASR-4`. */
  readonly number: string;
  readonly title: string;
}

/**
 * Proposes the record that an item is a file of by its name: by the record's number, or by the words of its title, all of them or at least two.
 * Undefined where the name says too little, or fits two equally. A suggestion and nothing more: a person decides. The records are read
 * once, and each name looks at those alone that share a word with it.
 */
export function recordProposer<Record extends FileOfRecord>(
  records: readonly Record[],
): (itemName: string) => Record | undefined {
  const byNumber = new Map(records.map((record) => [record.number.toUpperCase(), record]));
  const words = records.map(({ title }) => wordsOf(title));
  const withWord = new Map<string, number[]>();
  for (const [at, own] of words.entries())
    for (const word of own) {
      const all = withWord.get(word);
      if (all) all.push(at);
      else withWord.set(word, [at]);
    }
  // How many words of a name each record has; as it was before the next name.
  const shared = new Uint16Array(records.length);
  return (itemName) => {
    const numbers = new Set(itemName.toUpperCase().match(NUMBER));
    const named = [...numbers].flatMap((number) => byNumber.get(number) ?? []);
    if (named.length === 1) return named[0];
    const lists = [...wordsOf(itemName)].map((word) => withWord.get(word) ?? []);
    for (const list of lists) for (const at of list) shared[at]! += 1;
    let best: { readonly at: number; readonly count: number } | undefined;
    let isTied = false;
    for (const list of lists)
      for (const at of list) {
        const count = shared[at]!;
        shared[at] = 0;
        if (count === 0 || (count < words[at]!.size && count < LEAST)) continue;
        if (!best || count > best.count) {
          best = { at, count };
          isTied = false;
        } else if (count === best.count) isTied = true;
      }
    return best && !isTied ? records[best.at] : undefined;
  };
}

/** Words that a title and a name have to share where the title has more. */
const LEAST = 2;
const NUMBER = /(?<![A-Z0-9])[A-Z]{2,4}-\d{1,9}(?!\d)/g;

/** Short words join others and say nothing themselves. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
}
