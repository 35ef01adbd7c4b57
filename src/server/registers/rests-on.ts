import { checksOfAccounts } from "#judge/registers/read-systems.ts";
import type { PartSaid } from "#domain/judge/contract.ts";
import { registersOn } from "#domain/registers/snapshot.ts";
import { PROVE_DOMAINS } from "./match-accounts.ts";
import type { ReadExhibit } from "./read-collections.ts";

/**
 * By what registers say of a part the exhibits besides their own that it rests on, by their ids: none of it is decided once one of them
 * is withdrawn. `reviewed` are those that reviews of a source were read from.
 */
export function restsOn(
  read: readonly ReadExhibit[],
  reviewed: ReadonlyMap<string, readonly string[]>,
): (part: PartSaid) => readonly string[] {
  const accounts = read.filter((exhibit) => exhibit.accounts !== undefined);
  const idsOf = (exhibits: readonly ReadExhibit[]) => exhibits.map(({ evidenceId }) => evidenceId);
  // Whose an account is may follow from a domain that another system proved.
  const proving = accounts.filter(({ sealed }) => PROVE_DOMAINS.has(sealed.provider));
  return ({ check, source }) => {
    if (source === undefined) return checksOfAccounts.has(check) ? idsOf(accounts) : [];
    const own = accounts.filter(({ named }) => registersOn(named.source) === source);
    const reviews = check.startsWith("review.") ? own.flatMap(({ named }) => reviewed.get(named.source) ?? []) : [];
    return [...new Set([...idsOf([...own, ...proving]), ...reviews])];
  };
}
