import { compareWords } from "./compare-words.ts";
import type { ComparedWords } from "./compare-words.ts";

/** A block of two versions beside each other. */
export interface ComparedBlock {
  /** Changed: a paragraph of which some words are others, with its text as it is now. */
  readonly kind: "same" | "removed" | "added" | "changed";
  readonly text: string;
  /** What of a changed one stayed, was removed and was added. */
  readonly parts?: ComparedWords[];
}

// Beyond so many blocks each, the middle is compared as a whole: time stays within bounds.
const MOST_BLOCKS = 600;
/** So many of the following paragraphs may be what one became. */
const NEAREST = 6;
/** Of two paragraphs that are one, changed, at least this share of words is the same. */
const ALIKE = 0.45;

// The end of the last line is no difference.
const blocksOf = (text: string) =>
  text
    .trimEnd()
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== "");

/** What differs between two versions of a policy, block by block and inside of those that changed word by word, in reading order. */
export function comparePolicies(before: string, after: string): ComparedBlock[] {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const [left, right] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const same = (text: string): ComparedBlock => ({ kind: "same", text });
  return [...old.slice(0, start).map(same), ...middle(left, right), ...old.slice(old.length - end).map(same)];
}

function middle(left: readonly string[], right: readonly string[]): ComparedBlock[] {
  // What stands on both sides was moved, and is nothing else, changed.
  const isThere = new Set(right);
  const moved = new Set(left.filter((text) => isThere.has(text)));
  if (left.length > MOST_BLOCKS || right.length > MOST_BLOCKS) return paired(left, right, moved);
  // How many blocks are common from a place on.
  const common = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let at = left.length - 1; at >= 0; at--)
    for (let to = right.length - 1; to >= 0; to--)
      common[at]![to] =
        left[at] === right[to] ? common[at + 1]![to + 1]! + 1 : Math.max(common[at + 1]![to]!, common[at]![to + 1]!);
  const found: ComparedBlock[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  const close = () => {
    found.push(...paired(removed, added, moved));
    [removed, added] = [[], []];
  };
  let [at, to] = [0, 0];
  while (at < left.length || to < right.length) {
    if (at < left.length && to < right.length && left[at] === right[to]) {
      close();
      found.push({ kind: "same", text: left[at]! });
      at++;
      to++;
    } else if (to === right.length || (at < left.length && common[at + 1]![to]! >= common[at]![to + 1]!))
      removed.push(left[at++]!);
    else added.push(right[to++]!);
  }
  close();
  return found;
}

/** Blocks between two that are the same: what became of one that is alike stands in its place, and all others were removed or added. */
function paired(removed: readonly string[], added: readonly string[], moved: ReadonlySet<string>): ComparedBlock[] {
  const found: ComparedBlock[] = [];
  const bags = added.map((text) => (moved.has(text) ? undefined : bagOf(text)));
  let next = 0;
  for (const text of removed) {
    const own = moved.has(text) ? undefined : bagOf(text);
    let [best, share] = [-1, ALIKE];
    for (let to = next; own && to < Math.min(added.length, next + NEAREST); to++) {
      const alike = bags[to] ? shareOf(own, bags[to]!) : 0;
      if (alike > share) [best, share] = [to, alike];
    }
    if (best === -1) {
      found.push({ kind: "removed", text });
      continue;
    }
    for (; next < best; next++) found.push({ kind: "added", text: added[next]! });
    found.push({ kind: "changed", text: added[next]!, parts: partsOf(text, added[next]!) });
    next++;
  }
  return [...found, ...added.slice(next).map((text): ComparedBlock => ({ kind: "added", text }))];
}

const FENCE = /^:::[^\n]*\n?/gm;

// A table's cells stay apart by what stands between them, not around them.
const ROW = /^\|[ \t]*(.*?)[ \t]*\|$/gm;
const RULE = /^\|(?:[ \t]*:?-+:?[ \t]*\|)+\n?/gm;
const HEADING = /^#{1,3} (?=\S)/gm;

/** A block as people read it, without the marks that say which kind of block it is. */
export const readableBlock = (text: string): string =>
  text.replaceAll(FENCE, "").replaceAll(RULE, "").replaceAll(ROW, "$1").replaceAll(HEADING, "").trimEnd();

/** A binding that changed is a difference; one that stayed is nothing that anybody reads. */
function partsOf(before: string, after: string): ComparedWords[] {
  const fences = (text: string) => (text.match(FENCE) ?? []).join("");
  return fences(before) === fences(after) && readableBlock(after) !== readableBlock(before)
    ? compareWords(readableBlock(before), readableBlock(after))
    : compareWords(before, after);
}

interface Bag {
  readonly words: ReadonlyMap<string, number>;
  readonly size: number;
}

function bagOf(text: string): Bag {
  const words = new Map<string, number>();
  const all = readableBlock(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1);
  return { words, size: all.length };
}

/** How much of the longer of two paragraphs has the words of the other. */
function shareOf(a: Bag, b: Bag): number {
  let common = 0;
  for (const [word, count] of a.words) common += Math.min(count, b.words.get(word) ?? 0);
  return common / Math.max(a.size, b.size, 1);
}
