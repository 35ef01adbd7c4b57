import { sql } from "kysely";
import { isCertain, mayBe } from "#judge/registers/registers.ts";
import { populationIn } from "#domain/facts/population.ts";
import { PROVE_DOMAINS } from "#domain/registers/rests-on.ts";
import type { AccountKey, MatchedAccount } from "#domain/registers/snapshot.ts";
import type { ShapePopulation } from "#domain/shapes/shapes.ts";
import type { Tx } from "../db/as-caller.ts";

/** A person as accounts are matched with. */
export interface MatchedPerson {
  readonly id: string;
  readonly email: string | undefined;
  readonly employeeId?: string | undefined;
  /** When they leave or left. */
  readonly endsAt: Date | undefined;
  readonly ended: boolean;
  /** Whether somebody or a directory vouches for the address; where it is asked. */
  readonly vouched?: boolean;
}

/** What somebody said of an account last. */
export interface Decision extends AccountKey {
  readonly kind: "person" | "program" | "none";
  readonly personId: string | null;
  readonly until: Date | null;
}

/** Whose an account is. `unmatched`: nobody's that is known. */
export type Match =
  | { readonly kind: "person"; readonly personId: string; readonly by: MatchedAccount["by"] }
  | { readonly kind: "program"; readonly until: Date }
  | { readonly kind: "unmatched" };

/** An account as it is matched. */
export interface AccountToMatch extends AccountKey {
  /** Null where it was not read. */
  readonly email: string | null;
}

/** The same, and whether it may be somebody's own: it is certainly active, and no program's. A shared mailbox is an account nobody signs in to. */
export interface CollectedAccount extends AccountToMatch {
  readonly isPersonal: boolean;
}

export interface AccountMatch<Account extends AccountToMatch = AccountToMatch> {
  readonly account: Account;
  readonly match: Match;
}

const nameOf = ({ provider, scope, id }: AccountKey) => JSON.stringify([provider, scope, id]);
const domainOf = (email: string) => email.slice(email.indexOf("@") + 1);

/** The accounts of an exhibit, as they are matched. */
export function accountsToMatch({ members }: ShapePopulation<"account">): readonly CollectedAccount[] {
  return members.map(({ key, facts }) => {
    const email = populationIn(
      "email",
      facts.email.map((address) => [address]),
    );
    const isPersonal = isCertain(facts.active.is(true)) && mayBe(facts.class.is("human"));
    return { ...key, email: email.members[0] ?? null, isPersonal };
  });
}

/**
 * Whose an account is: the one person's with exactly its address at a domain that was proved, because a connected provider lets the
 * company alone have addresses there; otherwise what somebody said last. Nobody takes an account by a word from the person whose address it
 * has. Two people with one address have none of it. Who works here comes before who left. Names are never compared.
 */
export function matcherOf(
  proved: ReadonlySet<string>,
  people: readonly MatchedPerson[],
  decisions: readonly Decision[],
  now: Date,
): (account: AccountToMatch) => Match {
  const byEmail = Map.groupBy(people, ({ email }) => email?.toLowerCase());
  const decided = new Map(decisions.map((decision) => [nameOf(decision), decision]));
  const ownerOf = (email: string | null): string | undefined => {
    if (!email || !proved.has(domainOf(email))) return undefined;
    const own = byEmail.get(email) ?? [];
    const open = own.filter(({ ended }) => !ended);
    const candidates = open.length > 0 ? open : own;
    return candidates.length === 1 ? candidates[0]!.id : undefined;
  };
  return (account) => {
    const owner = ownerOf(account.email);
    if (owner !== undefined) return { kind: "person", personId: owner, by: "email" };
    const decision = decided.size === 0 ? undefined : decided.get(nameOf(account));
    if (decision?.kind === "person") return { kind: "person", personId: decision.personId!, by: "decision" };
    if (decision?.kind === "program" && now < decision.until!) return { kind: "program", until: decision.until! };
    return { kind: "unmatched" };
  };
}

/** Whose each account is, by {@link matcherOf}: these accounts are all there are, and prove the domains. */
export function matchAccounts<Account extends AccountToMatch>(
  accounts: readonly Account[],
  people: readonly MatchedPerson[],
  decisions: readonly Decision[],
  now: Date,
): readonly AccountMatch<Account>[] {
  const proved = new Set(
    accounts.flatMap(({ provider, email }) => (PROVE_DOMAINS.has(provider) && email ? [domainOf(email)] : [])),
  );
  const matchOf = matcherOf(proved, people, decisions, now);
  return accounts.map((account) => ({ account, match: matchOf(account) }));
}

/** What people said of accounts, the newest of each. */
export async function readDecisions(tx: Tx, companyId: string): Promise<readonly Decision[]> {
  const { rows } = await sql<Decision>`SELECT DISTINCT ON (a.provider, a.scope, a.account_id)
      a.provider, a.scope, a.account_id AS id, a.kind, a.person_id AS "personId", a.valid_until AS until
    FROM app.person_accounts a WHERE a.company_id = ${companyId}
    ORDER BY a.provider, a.scope, a.account_id, a.ledger_index DESC, a.id`.execute(tx);
  return rows;
}
