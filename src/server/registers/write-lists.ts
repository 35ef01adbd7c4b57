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
  const rows = read.flatMap((exhibit) =>
    exhibit.accounts
      ? [
          {
            connection_id: exhibit.connectionId,
            evidence_id: exhibit.evidenceId,
            seen_at: exhibit.named.seenAt,
            whole: exhibit.accounts.whole.outcome() === "pass",
            accounts: listedAccounts(exhibit, (key) => owners.get(nameOf(key)) ?? null),
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

type Grants = NonNullable<ReadExhibit["grants"]>;
type Account = NonNullable<ReadExhibit["accounts"]>["members"][number];

/** The accounts of an exhibit as people look at them; `ownerOf` answers the id of the person whose an account is, or null. */
export function listedAccounts(
  { accounts, grants }: Pick<ReadExhibit, "accounts" | "grants">,
  ownerOf: (key: AccountKey) => string | null,
): readonly ListedAccount[] {
  const isWhole = grants?.whole.outcome() === "pass";
  // A large organization has as many grants as accounts: each is looked at once.
  const byHolder = Map.groupBy(grants?.members ?? [], ({ facts }) => known(facts.to));
  return (accounts?.members ?? []).map((account) =>
    listed(account, byHolder.get(account.key.id) ?? [], isWhole, ownerOf(account.key)),
  );
}

function listed(
  { key, label, facts }: Account,
  own: Grants["members"],
  isWhole: boolean,
  personId: string | null,
): ListedAccount {
  const signedIn = known(facts.lastSignInAt);
  const administers = own.map((grant) => grant.facts.level.is("admin").and(grant.facts.over.is("account")).outcome());
  const isKnown = !administers.includes("unknown") && isWhole;
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
