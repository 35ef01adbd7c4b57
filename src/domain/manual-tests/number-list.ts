/** Fewer than a request may name. */
const MOST = 2_000;

/**
 * Exhibit numbers as people type them, "EX-3, 7-12 and 20", in ascending order, each once. Undefined for anything else, and for more
 * than 2,000.
 */
export function readExhibitNumbers(text: string): number[] | undefined {
  const pieces = text
    .split(/[,;\n]|\band\b/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  const numbers = new Set<number>();
  for (const piece of pieces) {
    const [, first, last = first] = /^(?:EX-)?(\d{1,12})(?:\s*(?:-|–|to)\s*(?:EX-)?(\d{1,12}))?$/iu.exec(piece) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= 1 && to >= from && to - from < MOST)) return undefined;
    for (let number = from; number <= to; number += 1) numbers.add(number);
  }
  return numbers.size > MOST ? undefined : [...numbers].sort((a, b) => a - b);
}
