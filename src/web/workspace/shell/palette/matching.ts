/** What is known of something that may be meant by a typed text. */
interface Named {
  readonly label: string;
  readonly alias?: string | undefined;
  readonly words?: string | undefined;
}

/**
 * The entries that every typed word is found in, best first: a label that begins with the text, then one that has a word
 * beginning with it, then the rest in their own order.
 */
export function matching<Entry extends Named>(entries: readonly Entry[], text: string): readonly Entry[] {
  const sought = text.trim().toLowerCase();
  if (sought === "") return entries;
  const parts = sought.split(/\s+/);
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, sought, parts) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry);
}

/** Whether its name begins with the text: nothing that only contains it is meant more. */
export function begins({ label, alias }: Named, text: string): boolean {
  const sought = text.trim().toLowerCase();
  return sought !== "" && [label, alias].some((name) => name?.toLowerCase().startsWith(sought));
}

function rankOf({ label, alias = "", words = "" }: Named, sought: string, parts: readonly string[]): number {
  const own = `${label} ${alias}`.trim().toLowerCase();
  const others = ` ${words.toLowerCase()}`;
  // Of the words beside the label the beginnings only: a whole page of them has every pair of letters.
  if (!parts.every((part) => own.includes(part) || others.includes(` ${part}`))) return 0;
  if (begins({ label, alias }, sought)) return 4;
  if (own.includes(` ${sought}`)) return 3;
  return parts.every((part) => own.includes(part)) ? 2 : 1;
}
