/** A block of two versions beside each other. */
export interface ComparedBlock {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

// Beyond so many blocks each, the middle is compared as a whole: time stays within bounds.
const MOST_BLOCKS = 600;

// The end of the last line is no difference.
const blocksOf = (text: string) =>
  text
    .trimEnd()
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== "");

/** What differs between two versions of a policy, block by block, in reading order. */
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
  const removed = (text: string): ComparedBlock => ({ kind: "removed", text });
  const added = (text: string): ComparedBlock => ({ kind: "added", text });
  if (left.length > MOST_BLOCKS || right.length > MOST_BLOCKS) return [...left.map(removed), ...right.map(added)];
  // How many blocks are common from a place on.
  const common = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let at = left.length - 1; at >= 0; at--)
    for (let to = right.length - 1; to >= 0; to--)
      common[at]![to] =
        left[at] === right[to] ? common[at + 1]![to + 1]! + 1 : Math.max(common[at + 1]![to]!, common[at]![to + 1]!);
  const found: ComparedBlock[] = [];
  let [at, to] = [0, 0];
  while (at < left.length || to < right.length) {
    if (at < left.length && to < right.length && left[at] === right[to]) {
      found.push({ kind: "same", text: left[at]! });
      at++;
      to++;
    } else if (to === right.length || (at < left.length && common[at + 1]![to]! >= common[at]![to + 1]!))
      found.push(removed(left[at++]!));
    else found.push(added(right[to++]!));
  }
  return found;
}
