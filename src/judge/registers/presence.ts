import type { Population } from "#domain/facts/population.ts";
import { isCertain, mayBe } from "./registers.ts";
import type { Account } from "./registers.ts";

/** Whether an account is there and not disabled; undefined where that was not read, or where not every account was. */
export function accountPresence(accounts: Population<Account>, id: string): boolean | undefined {
  const account = accounts.members.find(({ key }) => key.id === id);
  if (account && isCertain(account.facts.active.is(true))) return true;
  if (mayBe(accounts.whole.not())) return undefined;
  if (!account) return false;
  return mayBe(account.facts.active.is(true)) ? undefined : false;
}
