import { isLetGo, MOST_HELD } from "./read-registers.ts";

/** Something that is said once it is asked for, and the registers of many records that it reads for that. */
interface Said {
  readonly reads?: readonly string[] | undefined;
  readonly verdict: unknown;
}

/** What is said of something, judged when it is asked for: a reading that nobody needs then takes no time. */
export function saidOnce<About extends object, Verdict>(
  about: About,
  judge: () => Verdict,
): About & { readonly verdict: Verdict } {
  let said: { readonly verdict: Verdict } | undefined;
  return {
    ...about,
    get verdict() {
      return (said ??= { verdict: judge() }).verdict;
    },
  };
}

/** The same of what something said is about, with another verdict; neither is judged before it is asked for. */
export function saidInstead<S extends Said>(said: S, judge: () => S["verdict"]): S {
  const about = Object.getOwnPropertyDescriptors(said);
  return Object.defineProperties(saidOnce({}, judge), { ...about, verdict: {} }) as unknown as S;
}

/**
 * Judges all of it, each once, and of what is left always that for which the fewest records are read that are not held: rows of a register
 * are then read from its pages once for nearly all that asks them. In which order changes nothing that is said.
 */
export function judgeInOrder(all: readonly Said[], sizeOf: (register: string) => number): void {
  const left = new Set(all);
  let held: readonly string[] = [];
  const rowsIn = (registers: readonly string[]) => registers.reduce((sum, key) => sum + sizeOf(key), 0);
  while (left.size > 0) {
    let [next, fewest, most]: [Said | undefined, number, number] = [undefined, Infinity, 0];
    for (const said of left) {
      const reads = [...new Set(said.reads)];
      const again = rowsIn(reads.filter((key) => held.includes(key)));
      const anew = rowsIn(reads) - again;
      if (anew < fewest || (anew === fewest && again > most)) [next, fewest, most] = [said, anew, again];
    }
    left.delete(next!);
    // Asked for, it is judged.
    void next!.verdict;
    held = [...new Set([...(next!.reads ?? []), ...held])];
    while (rowsIn(held) > MOST_HELD && held.some(isLetGo)) held = held.toSpliced(held.findLastIndex(isLetGo), 1);
  }
}
