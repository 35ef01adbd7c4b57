import type { PartSaid } from "#domain/judge/contract.ts";
import { restsOnAccounts, restsOnReviews } from "#domain/registers/rests-on.ts";
import type { HeldExhibit } from "./read-collections.ts";

/**
 * By what registers say of a part the exhibits besides their own that it rests on, by their ids: none of it is decided once one of them
 * is withdrawn. `reviewed` are those that reviews of a source were read from.
 */
export function restsOn(
  read: readonly HeldExhibit[],
  reviewed: ReadonlyMap<string, readonly string[]>,
): (part: PartSaid) => readonly string[] {
  const accounts = read.filter((exhibit) => exhibit.listsAccounts);
  return (part) => {
    const ids = accounts.flatMap(({ named, evidenceId }) => (restsOnAccounts(part, named) ? [evidenceId] : []));
    const reviews = [...reviewed].flatMap(([source, exhibits]) => (restsOnReviews(part, { source }) ? exhibits : []));
    return [...new Set([...ids, ...reviews])];
  };
}
