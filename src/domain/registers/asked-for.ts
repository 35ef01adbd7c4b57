import type { Register } from "./register.ts";

/** In place of a field's name: the records that ask for something by themselves. */
export const ASKS = "asks";
/** Those above the bound of their register's picture. */
export const ABOVE = "above";

/** So many records that ask for one thing are read: more of a kind than anybody does at once. */
export const MOST_ASKING = 500;

/** What records of a register may ask for by themselves, each with the words that stand behind a count of several. */
export function askedFor({ tasks = [], grid }: Pick<Register, "tasks" | "grid">): { key: string; words: string }[] {
  return [
    ...(grid ? [{ key: ABOVE, words: grid.above }] : []),
    ...tasks.map(({ key, standing }) => ({ key, words: standing.many })),
  ];
}

/** Where those records of a register are listed, and no others. */
export const addressOfAsking = (register: string, key: string) =>
  `/dashboard/program/${register}?view=all&only=${ASKS}:${key}`;
