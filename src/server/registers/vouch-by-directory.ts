import { PROVE_DOMAINS } from "#domain/registers/rests-on.ts";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import type { AccountMatch, CollectedAccount, MatchedPerson } from "./match-accounts.ts";

/**
 * Writes down that a connected directory lists the addresses of these people as theirs: an active account of a person there has exactly the
 * address, at a domain where only the company gives addresses. The database leaves out those that somebody wrote for a mailbox of their own.
 */
export async function vouchByDirectory(
  tx: Tx,
  people: readonly MatchedPerson[],
  matches: readonly AccountMatch<CollectedAccount>[],
  now: Date,
): Promise<void> {
  const open = new Map(
    people.flatMap((person) =>
      person.email && !person.ended && person.vouched === false ? [[person.id, person]] : [],
    ),
  );
  if (open.size === 0) return;
  const listed = new Set(
    matches.flatMap(({ account, match }) =>
      match.kind === "person" && match.by === "email" && account.isPersonal && PROVE_DOMAINS.has(account.provider)
        ? [match.personId]
        : [],
    ),
  );
  const asked = [...open.keys()].filter((id) => listed.has(id));
  if (asked.length > 0) await callFunction(tx, "app.vouch_by_directory", [plainArray(asked), now]);
}
