import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type Matter = z.output<typeof contract.matters.list.output>[number];
export type ListedPerson = z.output<typeof contract.matters.get.output>["accessList"][number];

/** What is claimed for a matter's items, as a lawyer says it. */
export const basisWords: Readonly<Record<Matter["basis"], string>> = {
  "attorney-client": "Attorney-client privilege",
  "work product": "Work product",
};

/** How many of something, in words. */
export const counted = (count: number, word: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? word : many}`;
