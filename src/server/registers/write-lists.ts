import { createHash } from "node:crypto";
import { sql } from "kysely";
import { known } from "#domain/facts/known.ts";
import type { ListedAccount } from "#domain/registers/listed-account.ts";
import type { AccountKey } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import type { AccountMatch } from "./match-accounts.ts";
import type { OpenedExhibit, ReadExhibit } from "./read-collections.ts";

/**
 * Writes down which accounts the newest exhibits list, where another exhibit or another owner says something new. Of a connection whose
 * exhibit is not read any more none is listed.
 */
export async function writeLists(
  tx: Tx,
  companyId: string,
  read: readonly ReadExhibit[],
  matches: readonly AccountMatch[],
): Promise<void> {
  const owners = new Map(
    matches.map(({ account, match }) => [nameOf(account), match.kind === "person" ? match.personId : null]),
  );
  const ownerOf = (key: AccountKey) => owners.get(nameOf(key)) ?? null;
  const written = await readWritten(tx, companyId);
  const listing = read.filter(({ accounts }) => accounts !== undefined);
  for (const exhibit of listing) {
    const { connectionId, evidenceId, named, accounts = [], open } = exhibit;
    const lines = accounts.map((account) => `${account.id} ${ownerOf(account) ?? "-"}`).join(",");
    const said = saidBy(evidenceId, named.seenAt, createHash("sha256").update(lines).digest("hex"));
    if (written.get(connectionId) === said) continue;
    const opened = open();
    const whole = opened.accounts?.whole.outcome() === "pass";
    const list = JSON.stringify(listedAccounts(opened, ownerOf));
    await sql`INSERT INTO app.account_lists (company_id, connection_id, evidence_id, seen_at, whole, accounts)
      VALUES (${companyId}, ${connectionId}, ${evidenceId}, ${named.seenAt}, ${whole}, ${list}::jsonb)
      ON CONFLICT (company_id, connection_id) DO UPDATE SET evidence_id = excluded.evidence_id, seen_at = excluded.seen_at,
        whole = excluded.whole, accounts = excluded.accounts`.execute(tx);
  }
  await sql`UPDATE app.account_lists SET whole = false, accounts = '[]'
    WHERE company_id = ${companyId} AND connection_id <> ALL (${listing.map(({ connectionId: id }) => id)}::uuid[])
      AND accounts <> '[]'`.execute(tx);
}

const saidBy = (evidenceId: string, seenAt: string, owners: string) => `${evidenceId} ${seenAt} ${owners}`;

/** By a connection from which exhibit its list was written, and whose accounts it has. */
async function readWritten(tx: Tx, companyId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{
    id: string;
    evidence: string;
    seen_at: Date;
    owners: string;
  }>`SELECT l.connection_id AS id,
      l.evidence_id AS evidence, l.seen_at, encode(sha256(convert_to((SELECT coalesce(string_agg((x.account ->> 'id') || ' '
        || coalesce(x.account ->> 'personId', '-'), ',' ORDER BY x.n), '') FROM jsonb_array_elements(l.accounts) WITH ORDINALITY x (account, n)),
        'UTF8')), 'hex') AS owners
    FROM app.account_lists l WHERE l.company_id = ${companyId}`.execute(tx);
  return new Map(rows.map((row) => [row.id, saidBy(row.evidence, row.seen_at.toISOString(), row.owners)]));
}

const nameOf = ({ provider, scope, id }: AccountKey) => JSON.stringify([provider, scope, id]);

type Grants = NonNullable<OpenedExhibit["grants"]>;
type Account = NonNullable<OpenedExhibit["accounts"]>["members"][number];

/** The accounts of an exhibit as people look at them; `ownerOf` answers the id of the person whose an account is, or null. */
export function listedAccounts(
  { accounts, grants }: Pick<OpenedExhibit, "accounts" | "grants">,
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
