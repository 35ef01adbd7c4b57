/** One or two letters that stand for a name where there is no picture: the first of its first two words that begin with one. */
export function initialsOf(name: string): string {
  const letters = name
    .split(/\s+/)
    .map((word) => /^\P{L}*(\p{L}\p{M}*)/u.exec(word)?.[1])
    .filter((letter) => letter !== undefined);
  return letters.slice(0, 2).join("").toUpperCase() || "–";
}
