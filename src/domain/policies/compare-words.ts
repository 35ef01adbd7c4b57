/** A piece of a paragraph that was changed, in reading order. */
export interface ComparedWords {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

// Words, what is between them, and each mark by itself: together they are the text.
const TOKENS = /\s+|[\p{L}\p{N}\p{M}'’_-]+|[^\s\p{L}\p{N}\p{M}'’_-]/gu;
const HAS_WORD = /[\p{L}\p{N}]/u;
// Beyond so many changes what lies between the first and the last is marked as a whole: the time grows with the text, and not faster.
const MOST_CHANGES = 300;

const tokensOf = (text: string): readonly string[] => text.match(TOKENS) ?? [];

/** What differs between two texts of a paragraph, word by word. Without what was added it is the one text, without what was removed the other. */
export function compareWords(before: string, after: string): ComparedWords[] {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const same = (tokens: readonly string[]): ComparedWords => ({ kind: "same", text: tokens.join("") });
  return joined([
    same(old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    same(old.slice(old.length - end)),
  ]);
}

/** The fewest changes from one list to the other, by E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986). */
function middle(old: readonly string[], now: readonly string[]): ComparedWords[] {
  const steps = stepsBetween(old, now);
  if (!steps)
    return [
      { kind: "removed", text: old.join("") },
      { kind: "added", text: now.join("") },
    ];
  const found: ComparedWords[] = [];
  let [at, to] = [old.length, now.length];
  for (let changes = steps.length - 1; changes > 0; changes--) {
    const reached = steps[changes - 1]!;
    const line = at - to;
    const isAdded = line === -changes || (line !== changes && reached(line - 1) < reached(line + 1));
    const from = reached(isAdded ? line + 1 : line - 1);
    const [first, second] = isAdded ? [from, from - line - 1] : [from, from - line + 1];
    while (at > first + (isAdded ? 0 : 1) && to > second + (isAdded ? 1 : 0)) {
      found.push({ kind: "same", text: old[--at]! });
      to--;
    }
    if (isAdded) found.push({ kind: "added", text: now[--to]! });
    else found.push({ kind: "removed", text: old[--at]! });
  }
  while (at > 0) found.push({ kind: "same", text: old[--at]! });
  return found.toReversed();
}

type Reached = (line: number) => number;

/** After each number of changes how far each diagonal is; undefined where too many are needed. */
function stepsBetween(old: readonly string[], now: readonly string[]): readonly Reached[] | undefined {
  const steps: Reached[] = [];
  let before: Int32Array | undefined;
  for (let changes = 0; changes <= MOST_CHANGES; changes++) {
    const held = new Int32Array(2 * changes + 1);
    const earlier = before;
    const reached = (line: number) => earlier?.[line + changes - 1] ?? -1;
    for (let line = -changes; line <= changes; line += 2) {
      let at = 0;
      if (changes > 0) {
        const isAdded = line === -changes || (line !== changes && reached(line - 1) < reached(line + 1));
        at = isAdded ? reached(line + 1) : reached(line - 1) + 1;
      }
      while (at < old.length && at - line < now.length && at - line >= 0 && old[at] === now[at - line]) at++;
      held[line + changes] = at;
      if (at >= old.length && at - line >= now.length) {
        steps.push((own) => held[own + changes] ?? -1);
        return steps;
      }
    }
    steps.push((own) => held[own + changes] ?? -1);
    before = held;
  }
  return undefined;
}

/** Neighbors of a kind as one, what was removed before what was added, and marks or spaces between two changes as a part of both. */
function joined(pieces: readonly ComparedWords[]): ComparedWords[] {
  const found: ComparedWords[] = [];
  let [removed, added, between] = ["", "", ""];
  const close = () => {
    if (removed !== "") found.push({ kind: "removed", text: removed });
    if (added !== "") found.push({ kind: "added", text: added });
    [removed, added] = ["", ""];
  };
  const keep = (text: string) => {
    const last = found.at(-1);
    if (text === "") return;
    if (last?.kind === "same") found[found.length - 1] = { kind: "same", text: last.text + text };
    else found.push({ kind: "same", text });
  };
  for (const { kind, text } of pieces) {
    if (text === "") continue;
    if (kind === "same") {
      between += text;
      continue;
    }
    const isOpen = removed !== "" || added !== "";
    if (isOpen && !HAS_WORD.test(between)) {
      removed += between;
      added += between;
    } else {
      close();
      keep(between);
    }
    between = "";
    if (kind === "removed") removed += text;
    else added += text;
  }
  close();
  keep(between);
  return found;
}
