import { Truth } from "#domain/facts/truth.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { PolicyInputs } from "./policies.ts";
import { accountsRead } from "./read-systems.ts";
import { mayBe, personOf, some } from "./registers.ts";

/** Why it is not known that everyone with an account at an identity provider in scope is among those who were asked. */
export function accountsUnasked(
  { scope, systems, now }: Pick<PolicyInputs, "scope" | "systems" | "now">,
  active: readonly SnapshotRow[],
): string | undefined {
  if (scope.identityProviders === null) return "Nobody said whether there is an identity provider.";
  const { read, unread } = accountsRead(scope.identityProviders, systems, now);
  if (unread.length > 0) return `Who has an account there was not read: ${some(unread)}.`;
  const people = new Map(active.map((row) => [row.id, row]));
  const strangers = read.flatMap((system) =>
    system.accounts.members.filter((account) => {
      const isPerson = mayBe(Truth.all([account.facts.active.is(true), account.facts.class.is("human")]));
      const isProgram = now < (system.programs.get(account.key.id) ?? now);
      return isPerson && !isProgram && personOf(system, account, people) === undefined;
    }),
  );
  return strangers.length > 0
    ? `Nobody active in People is known to have these accounts: ${some(strangers.map(({ label }) => label))}.`
    : undefined;
}
