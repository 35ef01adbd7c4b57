import { Truth } from "#domain/facts/truth.ts";
import type { AskedSystem } from "#domain/registers/snapshot.ts";
import { holding } from "../fields.ts";
import {
  fails,
  hasLeft,
  isActivePerson,
  isCertain,
  isUnknown,
  mayBe,
  notVouched,
  passes,
  personOf,
  some,
} from "./registers.ts";
import type { Account, ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";
import { saidAlone } from "./acknowledged.ts";
import { accountsRead, askedSystems, readUntil } from "./read-systems.ts";
import { CODING_COURSE, completionsOf } from "./completions.ts";

/** Reads what a snapshot says beside its completions. */
export const codeScope = holding({
  codeHosting: askedSystems,
});

/**
 * Everyone who may write to a production repository passed secure coding within 365 days. Roles of teams are not read, so that each
 * account may write: the check passes where the people of all of them passed, and fails for those who administer it all.
 */
export function developersTrained(inputs: RegisterInputs, codeHosting: readonly AskedSystem[]): RegisterVerdict {
  const { register, systems, now } = inputs;
  const { found: hosts, read, unread } = accountsRead(codeHosting, systems, now);
  const rows = new Map(register("people").rows.map((row) => [row.id, row]));
  const { graded: passed, unvouched: byNobody } = completionsOf(inputs).passes(CODING_COURSE);
  const found = hosts.flatMap((system) =>
    writersOf(system, now).map(({ account, isWriter }) => ({
      account,
      isWriter,
      owner: personOf(system, account, rows),
    })),
  );
  const missing = found.filter(({ owner }) => owner === undefined || !passed.has(owner.id));
  const numbers = (people: typeof found) => some([...new Set(people.map(({ owner }) => `PER-${owner!.number}`))]);
  const known = missing.filter(({ owner }) => owner !== undefined);
  const writing = known.filter(({ isWriter, owner }) => isWriter && !byNobody.has(owner!.id));
  const unvouched = known.filter(({ owner }) => byNobody.has(owner!.id));
  if (writing.length > 0) {
    // Whoever left takes no course, and gets no link.
    const left = writing.filter(({ owner }) => hasLeft(owner!, now));
    const here = writing.filter((own) => !left.includes(own));
    const learn =
      here.length > 0
        ? `May write to production repositories and have not passed secure coding within 365 days: ${numbers(here)}. Send them their links.`
        : undefined;
    const gone =
      left.length > 0
        ? `May still write to production repositories and have left: ${numbers(left)}. Have their accounts disabled there.`
        : undefined;
    return fails([learn, gone].filter((words) => words !== undefined).join(" "));
  }
  if (unvouched.length > 0)
    return isUnknown(notVouched([...new Set(unvouched.map(({ owner }) => `PER-${owner!.number}`))]));
  const strangers = found.filter(({ owner }) => !isActivePerson(owner, now)).map(({ account }) => account.label);
  if (strangers.length > 0)
    return isUnknown(
      `Nobody active in People is known to have these accounts: ${some(strangers)}. Say whose they are in People.`,
    );
  if (known.length > 0)
    return isUnknown(
      `Whether these may write was not read, and they have not passed secure coding within 365 days: ${numbers(known)}. Send them their links.`,
    );
  if (unread.length > 0) return isUnknown(`Who has an account there was not read: ${some(unread)}.`);
  if (found.length === 0)
    return isUnknown("Nobody is known to have an account there. Say whose its accounts are in People.");
  const people = new Set(found.map(({ owner }) => owner!.id));
  const byWriter = [...people].filter((id) => passed.get(id)!.alone).length;
  return passes(
    `${people.size === 1 ? "1 person with an account" : `${people.size} people with accounts`} at ${some(codeHosting.map(({ name }) => name))}: all passed secure coding within 365 days.${saidAlone(byWriter, "person", "people")}`,
    [
      ...[...people].map((id) => passed.get(id)!.until),
      ...read.map(readUntil),
      ...read.flatMap(({ programs }) => [...programs.values()].filter((until) => now < until)),
    ],
  );
}

/** Whether somebody who may write code was read anywhere, lately or not, whatever else was not read. */
export const isAnyWriterRead = (codeHosting: readonly AskedSystem[], { systems, now }: RegisterInputs): boolean =>
  accountsRead(codeHosting, systems, now).found.some((system) => writersOf(system, now).length > 0);

/** Accounts that people may write with, and whether they certainly do: they administer everything, a production repository among it. */
function writersOf(system: ReadSystem, now: Date): { readonly account: Account; readonly isWriter: boolean }[] {
  const { accounts, grants, programs, repositories } = system;
  const isFresh = now < readUntil(system);
  const hasProduction =
    repositories?.members.some(({ facts }) =>
      isCertain(Truth.all([facts.production.is(true), facts.archived.is(false)])),
    ) ?? false;
  const isAdmin = ({ key }: Account) =>
    grants.members.some(({ facts }) =>
      isCertain(Truth.all([facts.to.is(key.id), facts.level.is("admin"), facts.over.is("account")])),
    );
  return accounts.members
    .filter(({ key, facts }) => {
      const isPerson = Truth.all([facts.active.is(true), facts.class.is("service").not()]);
      return mayBe(isPerson) && !(now < (programs.get(key.id) ?? now));
    })
    .map((account) => ({
      account,
      isWriter: isFresh && hasProduction && isCertain(account.facts.active.is(true)) && isAdmin(account),
    }));
}
