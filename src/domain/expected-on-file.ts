interface Expected {
  readonly type: string;
  readonly title: string;
}

interface CurrentItem {
  readonly type: string;
  readonly name: string;
}

/**
 * Which current item stands for each thing that an auditor expects to see; undefined where it is missing. An item of
 * another type never does. Where several of a type are expected, each takes the item whose name shares most of its words, and no
 * item stands for two. `items` newest first: of equals the newer one is taken.
 */
export function expectedOnFile<Item extends CurrentItem>(
  expected: readonly Expected[],
  items: readonly Item[],
): (Item | undefined)[] {
  const pairs = expected
    .flatMap((one, at) =>
      items
        .filter(({ type }) => type === one.type)
        .map((item) => ({ at, item, shared: sharedWords(one.title, item.name) })),
    )
    .toSorted((a, b) => b.shared - a.shared);
  const found: (Item | undefined)[] = expected.map(() => undefined);
  const taken = new Set<Item>();
  for (const { at, item } of pairs) {
    if (found[at] !== undefined || taken.has(item)) continue;
    found[at] = item;
    taken.add(item);
  }
  return found;
}

function sharedWords(one: string, other: string): number {
  const words = wordsOf(other);
  return [...wordsOf(one)].filter((word) => words.has(word)).length;
}

/** Short words join others and say nothing themselves. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
}
