/** A record that an exhibit may be a file of. */
export interface FileOfRecord {
  /** As people quote it: `ASR-4`. */
  readonly number: string;
  readonly title: string;
}

/**
 * The record that an item is a file of by its name: by the record's number, or by the words of its title, all of them or at least two.
 * Undefined where the name says too little, or fits two equally. A suggestion and nothing more: a person decides.
 */
export function proposeRecord<Record extends FileOfRecord>(
  records: readonly Record[],
  itemName: string,
): Record | undefined {
  const numbers = new Set(itemName.toUpperCase().match(NUMBER));
  const named = records.filter(({ number }) => numbers.has(number.toUpperCase()));
  if (named.length === 1) return named[0];
  const words = wordsOf(itemName);
  let best: { readonly record: Record; readonly shared: number } | undefined;
  let isTied = false;
  for (const record of records) {
    const own = wordsOf(record.title);
    const shared = [...own].filter((word) => words.has(word)).length;
    if (shared === 0 || (shared < own.size && shared < LEAST)) continue;
    if (!best || shared > best.shared) {
      best = { record, shared };
      isTied = false;
    } else if (shared === best.shared) isTied = true;
  }
  return isTied ? undefined : best?.record;
}

/** Words that a title and a name have to share where the title has more. */
const LEAST = 2;
const NUMBER = /(?<![A-Z0-9])[A-Z]{2,4}-\d{1,9}(?!\d)/g;

/** Short words join others and say nothing themselves. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
}
