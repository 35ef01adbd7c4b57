import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { ListedAccount } from "#domain/registers/listed-account.ts";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import type { AccountMatch, MatchedPerson } from "./match-accounts.ts";

/** The accounts of one connection, as its newest exhibit had them. */
export interface AccountList {
  readonly provider: ProviderKey;
  readonly scope: string;
  readonly source: string;
  readonly seenAt: Date;
  readonly whole: boolean;
  readonly accounts: readonly ListedAccount[];
}

export type Listed = ListedAccount & Pick<AccountList, "provider" | "scope" | "source">;
type ListedPerson = MatchedPerson & { readonly number: string; readonly name: string };

export const listedIn = ({ provider, scope, source, accounts }: AccountList): readonly Listed[] =>
  accounts.map((account) => ({ ...account, provider, scope, source }));

/** Whether somebody is asked whose it is: nobody is known, and it may be an account that a person uses. */
export function isAsked({ account, match }: AccountMatch<Listed>): boolean {
  return match.kind === "unmatched" && account.active !== false && (account.class ?? "human") === "human";
}

export const ownerOf = (match: AccountMatch<Listed>["match"]) => (match.kind === "person" ? match.personId : undefined);

/** The rows of lists `l` that count, each with its connection `k`: it is not disconnected, and the exhibit was not withdrawn. */
export const listsOf = (companyId: string, also: RawBuilder<unknown> = sql``) => sql`FROM app.account_lists l
  JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected'
  JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL ${also}
  WHERE l.company_id = ${companyId} AND k.source IS NOT NULL AND k.account_id IS NOT NULL`;

/** The lists of accounts of connections that are not disconnected. */
export async function readLists(tx: Tx, companyId: string): Promise<readonly AccountList[]> {
  const { rows } =
    await sql<AccountList>`SELECT k.provider, k.account_id AS scope, k.source, l.seen_at AS "seenAt", l.whole, l.accounts
    ${listsOf(companyId)} ORDER BY k.source`.execute(tx);
  return rows;
}

/** Everyone who is or was in People; these of them alone where `only` names them. */
export async function readPeople(
  tx: Tx,
  companyId: string,
  only?: readonly string[],
): Promise<readonly ListedPerson[]> {
  const { rows } = await sql<{
    id: string;
    number: string;
    name: string;
    email: string | null;
    ends_at: string | null;
    ended: boolean;
  }>`SELECT r.id, r.number::text AS number, r.fields ->> 'name' AS name, r.fields ->> 'email' AS email,
      r.fields ->> 'endsAt' AS ends_at, r.ended_at IS NOT NULL AS ended
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people'
      AND ${only === undefined ? sql`true` : sql`r.id = ANY (${plainArray(only)}::uuid[])`} ORDER BY r.number`.execute(
    tx,
  );
  const { prefix } = findRegister("people")!;
  return rows.map(({ number, email, ends_at: endsAt, ...row }) => ({
    ...row,
    number: `${prefix}-${number}`,
    email: email ?? undefined,
    endsAt: endsAt === null ? undefined : new Date(endsAt),
  }));
}
