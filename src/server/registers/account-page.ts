import type { UnownedPlace } from "./kept-accounts.ts";

/** A list of accounts, by its place among all lists, from 1 on, and how many it has. */
interface PagedList {
  readonly list: number;
  readonly connection: string;
  readonly count: number;
}

/** Where an account of a page stands in the order of its list, from 1 on. */
export interface PagePlace {
  readonly list: number;
  readonly rank: number;
  readonly asked: boolean;
  /** Of one that nobody has the id of whom its name is like. */
  readonly suggestion?: string | null;
}

interface AskedPage {
  /** Those that somebody is asked about alone, or all others behind them. */
  readonly show: "all" | "unmatched";
  readonly skip: number;
  readonly limit: number;
}

/** The accounts of one page, where it is known which of them somebody is asked about: these first, each in the order of the lists. */
export function pageOfAccounts(
  lists: readonly PagedList[],
  known: ReadonlyMap<string, readonly UnownedPlace[]>,
  { show, skip, limit }: AskedPage,
): { readonly places: readonly PagePlace[]; readonly total: number } {
  const asked = lists.flatMap(({ list, connection }) =>
    (known.get(connection) ?? []).flatMap(([rank, suggestion, isAsked]) =>
      isAsked ? { list, rank, asked: true, suggestion } : [],
    ),
  );
  const places: PagePlace[] = asked.slice(skip, skip + limit);
  if (show === "unmatched") return { places, total: asked.length };
  let left = Math.max(0, skip - asked.length);
  for (const { list, connection, count } of lists) {
    const unowned = new Map((known.get(connection) ?? []).map(([rank, ...about]) => [rank, about]));
    const others = count - [...unowned.values()].filter(([, isAsked]) => isAsked).length;
    if (left >= others) {
      left -= others;
      continue;
    }
    for (let rank = 1; rank <= count && places.length < limit; rank += 1) {
      const [suggestion, isAsked = false] = unowned.get(rank) ?? [];
      if (isAsked) continue;
      if (left > 0) left -= 1;
      else places.push({ list, rank, asked: false, ...(suggestion !== undefined && { suggestion }) });
    }
    if (places.length >= limit) break;
  }
  return { places, total: lists.reduce((sum, { count }) => sum + count, 0) };
}
