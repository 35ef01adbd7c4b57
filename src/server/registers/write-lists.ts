import { sql } from "kysely";
import type { Fact } from "#domain/facts/fact.ts";
import { populationIn } from "#domain/facts/population.ts";
import type { ListedAccount } from "#domain/registers/listed-account.ts";
import type { AccountKey } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import type { AccountMatch } from "./match-accounts.ts";
import type { ReadExhibit } from "./read-collections.ts";

/** Writes down which accounts the newest exhibits list. Of a connection whose exhibit is not read any more none is listed. */
export async function writeLists(
  tx: Tx,
  companyId: string,
  read: readonly ReadExhibit[],
  matches: readonly AccountMatch[],
): Promise<void> {
  const owners = new Map(
    matches.map(({ account, match }) => [nameOf(account), match.kind === "person" ? match.personId : null]),
  );
  const rows = read.flatMap(({ connectionId, evidenceId, named, accounts, grants }) =>
    accounts
      ? [
          {
            connection_id: connectionId,
            evidence_id: evidenceId,
            seen_at: named.seenAt,
            whole: accounts.whole.outcome() === "pass",
            accounts: accounts.members.map((account) =>
              listed(account, grants, owners.get(nameOf(account.key)) ?? null),
            ),
          },
        ]
      : [],
  );
  await sql`INSERT INTO app.account_lists (company_id, connection_id, evidence_id, seen_at, whole, accounts)
    SELECT ${companyId}, x.connection_id, x.evidence_id, x.seen_at, x.whole, x.accounts
    FROM jsonb_to_recordset(${JSON.stringify(rows)})
      x (connection_id uuid, evidence_id uuid, seen_at timestamptz, whole boolean, accounts jsonb)
    ON CONFLICT (company_id, connection_id) DO UPDATE SET evidence_id = excluded.evidence_id, seen_at = excluded.seen_at,
      whole = excluded.whole, accounts = excluded.accounts
    WHERE (account_lists.evidence_id, account_lists.seen_at, account_lists.accounts)
      IS DISTINCT FROM (excluded.evidence_id, excluded.seen_at, excluded.accounts)`.execute(tx);
  await sql`UPDATE app.account_lists SET whole = false, accounts = '[]'
    WHERE company_id = ${companyId} AND connection_id <> ALL (${rows.map(({ connection_id: id }) => id)}::uuid[])
      AND accounts <> '[]'`.execute(tx);
}

const nameOf = ({ provider, scope, id }: AccountKey) => JSON.stringify([provider, scope, id]);

type Account = NonNullable<ReadExhibit["accounts"]>["members"][number];

function listed({ key, label, facts }: Account, grants: ReadExhibit["grants"], personId: string | null): ListedAccount {
  const signedIn = known(facts.lastSignInAt);
  const own = grants?.members.filter((grant) => grant.facts.to.is(key.id).outcome() === "pass") ?? [];
  const administers = own.map((grant) => grant.facts.level.is("admin").and(grant.facts.over.is("account")).outcome());
  const isKnown = !administers.includes("unknown") && grants?.whole.outcome() === "pass";
  return {
    id: key.id,
    label,
    class: known(facts.class),
    active: known(facts.active),
    email: known(facts.email),
    createdOn: known(facts.createdAt)?.toISOString().slice(0, 10) ?? null,
    administrator: administers.includes("pass") ? true : isKnown ? false : null,
    lastSignIn: signedIn instanceof Date ? signedIn.toISOString().slice(0, 10) : signedIn,
    personId,
  };
}

/** What people look at; nothing is decided by it. */
const known = <T>(fact: Fact<T>): T | null =>
  populationIn(
    "value",
    fact.map((value) => [value]),
  ).members[0] ?? null;
