import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { ListedAccount } from "#domain/registers/listed-account.ts";
import { suggestPerson } from "#domain/registers/suggest-person.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { matchAccounts, readDecisions } from "./match-accounts.ts";
import type { AccountMatch, MatchedPerson } from "./match-accounts.ts";
import { openRegister } from "./rights.ts";

interface Deps {
  readonly now: () => Date;
}

interface List {
  readonly provider: ProviderKey;
  readonly scope: string;
  readonly source: string;
  readonly seenAt: Date;
  readonly whole: boolean;
  readonly accounts: readonly ListedAccount[];
}

type Listed = ListedAccount & Pick<List, "provider" | "scope" | "source">;
type Person = MatchedPerson & { readonly number: string; readonly name: string };

/** So long a program's account is not asked again. */
const PROGRAM_MS = 365 * 86_400_000;

/** Whose the accounts of connected systems are: who is asked for, and what people say. */
export function accountHandlers({ now }: Deps): HandlersOf<"accounts"> {
  return {
    list: async ({ input, caller, tx }) => {
      openRegister("people", caller);
      const lists = await readLists(tx, caller.companyId);
      const people = await readPeople(tx, caller.companyId);
      const byId = new Map(people.map((person) => [person.id, person]));
      const open = people.filter(({ ended }) => !ended);
      const decisions = await readDecisions(tx, caller.companyId);
      const addresses = new Set(people.map(({ email }) => email?.toLowerCase()));
      const isShown = {
        all: () => true,
        unmatched: isAsked,
        new: ({ account, match }: AccountMatch<Listed>) =>
          match.kind === "unmatched" &&
          account.active === true &&
          account.class === "human" &&
          account.email !== null &&
          !addresses.has(account.email),
      };
      const sought = input.search?.toLowerCase();
      const fitting = matchAccounts(lists.flatMap(listedIn), people, decisions, now())
        .filter(({ account }) => sought === undefined || account.label.toLowerCase().includes(sought))
        .filter(({ account }) => input.source === undefined || account.source === input.source)
        .filter(({ match }) => input.personId === undefined || ownerOf(match) === input.personId)
        .filter((matched) => isShown[input.show](matched))
        .toSorted((a, b) => Number(isAsked(b)) - Number(isAsked(a)) || compare(a.account, b.account));
      return {
        accounts: fitting
          .slice(input.skip, input.skip + input.limit)
          .map(({ account: { lastSignIn: _, personId: __, ...account }, match }) => ({
            ...account,
            match: match.kind === "unmatched" ? null : match.kind,
            by: match.kind === "person" ? match.by : match.kind === "program" ? ("decision" as const) : null,
            person: match.kind === "person" ? shown(byId.get(match.personId)) : null,
            suggestion: match.kind === "unmatched" ? shown(suggestPerson(account.label, open)) : null,
          })),
        total: fitting.length,
        sources: lists.map(({ source, provider, seenAt, whole, accounts }) => ({
          source,
          provider,
          seenAt: seenAt.toISOString(),
          whole,
          count: accounts.length,
        })),
      };
    },
    decide: async ({ input, caller, tx }) => {
      openRegister("people", caller, "write");
      const { companyId, userId } = caller;
      const { kind, personId } = input;
      if ((kind === "person") !== (personId !== null)) return fail("record-link");
      const person = (await readPeople(tx, companyId)).find(({ id }) => id === personId);
      if (personId !== null && !person) return fail("record-link");
      const known = new Map(
        (await readLists(tx, companyId)).flatMap(listedIn).map((account) => [nameOf(account), account]),
      );
      const asked = [...new Set(input.accounts.map(nameOf))].map((name) => known.get(name) ?? fail("not-found"));
      const at = now();
      await tx
        .insertInto("app.person_accounts")
        .values(
          asked.map(({ provider, scope, id, label }) => ({
            company_id: companyId,
            provider,
            scope,
            account_id: id,
            label,
            kind,
            ...(personId !== null && { person_register: "people", person_id: personId }),
            decided_by: userId,
            decided_at: at,
            ...(kind === "program" && { valid_until: new Date(at.getTime() + PROGRAM_MS) }),
          })),
        )
        .execute();
      return {
        answer: { decided: asked.length },
        entry: {
          subject: personId ?? companyId,
          details: {
            count: asked.length,
            kind,
            ...(person && { person: person.number }),
            accounts: asked.map(({ provider, scope, id }) => `${provider} ${scope} ${id}`),
          },
        },
      };
    },
  };
}

const nameOf = ({ provider, scope, id }: Pick<Listed, "provider" | "scope" | "id">) =>
  JSON.stringify([provider, scope, id]);
const listedIn = ({ provider, scope, source, accounts }: List): readonly Listed[] =>
  accounts.map((account) => ({ ...account, provider, scope, source }));
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const compare = (a: Listed, b: Listed) => order(a.source, b.source) || order(a.label, b.label) || order(a.id, b.id);

/** Whether somebody is asked whose it is: nobody is known, and it may be an account that a person uses. */
function isAsked({ account, match }: AccountMatch<Listed>): boolean {
  return match.kind === "unmatched" && account.active !== false && (account.class ?? "human") === "human";
}

const ownerOf = (match: AccountMatch<Listed>["match"]) => (match.kind === "person" ? match.personId : undefined);
const shown = (person: Person | undefined) =>
  person ? { id: person.id, number: person.number, name: person.name } : null;

async function readLists(tx: Tx, companyId: string): Promise<readonly List[]> {
  const { rows } =
    await sql<List>`SELECT k.provider, k.account_id AS scope, k.source, l.seen_at AS "seenAt", l.whole, l.accounts
    FROM app.account_lists l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected'
    JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
    WHERE l.company_id = ${companyId} AND k.source IS NOT NULL AND k.account_id IS NOT NULL ORDER BY k.source`.execute(
      tx,
    );
  return rows;
}

async function readPeople(tx: Tx, companyId: string): Promise<readonly Person[]> {
  const { rows } = await sql<{
    id: string;
    number: string;
    name: string;
    email: string | null;
    ends_at: string | null;
    ended: boolean;
  }>`SELECT r.id, r.number::text AS number, r.fields ->> 'name' AS name, r.fields ->> 'email' AS email,
      r.fields ->> 'endsAt' AS ends_at, r.ended_at IS NOT NULL AS ended
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people' ORDER BY r.number`.execute(tx);
  const { prefix } = findRegister("people")!;
  return rows.map(({ number, email, ends_at: endsAt, ...row }) => ({
    ...row,
    number: `${prefix}-${number}`,
    email: email ?? undefined,
    endsAt: endsAt === null ? undefined : new Date(endsAt),
  }));
}
