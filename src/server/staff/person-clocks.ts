import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { endOfDay } from "#domain/calendar-day.ts";
import type { Clock } from "#domain/registers/clock.ts";
import { moveClocks, openOf, startClocks } from "#domain/registers/person-clocks.ts";
import type { Start } from "#domain/registers/person-clocks.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { readAssigned } from "../policies/assigned-people.ts";
import { readAsked } from "../registers/asked-accounts.ts";
import type { AskedAccounts } from "../registers/asked-accounts.ts";
import { readMoved, readStarting } from "../registers/moved-people.ts";
import type { MovedPerson } from "../registers/moved-people.ts";
import type { OpenAccount } from "../registers/owned-accounts.ts";
import { mayIn } from "../registers/rights.ts";
import { readLooks } from "./looked-at.ts";
import { asksForScreenings, readScreened } from "./screened-people.ts";
import { readStandings } from "./training/read-standings.ts";

type Asking = Pick<Caller, "companyId" | "role">;

interface PersonClocks {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly start: readonly Clock[];
  readonly move: readonly Clock[];
}

/**
 * What is due of people who start and of people whose role changed, as far as the caller may read what it follows from: of one person alone
 * where `personId` names them. Nobody who started long ago and whose role stayed is among them.
 */
export async function readPersonClocks(
  tx: Tx,
  caller: Asking,
  now: Date,
  personId?: string,
  asked?: AskedAccounts,
): Promise<readonly PersonClocks[]> {
  const { companyId, role } = caller;
  // Of everybody it may be known already.
  const { starting, moved } = (personId === undefined ? asked?.comers : undefined) ?? {
    starting: await readStarting(tx, companyId, now, personId),
    moved: await readMoved(tx, companyId, now, personId),
  };
  if (starting.length + moved.length === 0) return [];
  const ids = [...new Set([...starting, ...moved].map(({ id }) => id))];
  const { hasLists, openOf } = asked ?? (await readAsked(tx, companyId, now));
  const accounts = await openOf(ids);
  const looks = await readLooks(tx, companyId, moved);
  const starts = await readStarts(tx, { companyId, role }, starting, hasLists ? accounts : undefined, now);
  const found = new Map<string, PersonClocks>();
  const add = ({ id, number, name }: Pick<MovedPerson, "id" | "number" | "name">, more: Partial<PersonClocks>) =>
    found.set(id, { id, number: `PER-${number}`, name, start: [], move: [], ...found.get(id), ...more });
  for (const person of starting) add(person, { start: startClocks(starts.get(person.id)!, now) });
  for (const person of moved) {
    const own = (accounts.get(person.id) ?? []).map((account) => ({
      label: account.label,
      source: account.source,
      looked: looks(person, account),
    }));
    add(person, { move: moveClocks({ at: person.at, changed: person.changed, accounts: own }, now) });
  }
  return [...found.values()];
}

/** The same of one person, as their record shows it; null where nothing is due or was due lately. */
export async function readOwnClocks(tx: Tx, caller: Asking, personId: string, now: Date) {
  const [own] = await readPersonClocks(tx, caller, now, personId);
  const clocks = [...(own?.start ?? []), ...(own?.move ?? [])];
  if (clocks.length === 0) return null;
  const title = own!.start.length === 0 ? "Change of role" : own!.move.length === 0 ? "Start" : "Start, change of role";
  return {
    title: `${title}: what is due`,
    note: null,
    clocks: clocks.map((clock) => ({ ...clock, done: clock.done ?? null })),
  };
}

/** What people who start and people whose role changed ask for, as tasks have it, by what accounts ask. */
export async function readComers(tx: Tx, caller: Asking, asked: AskedAccounts, now: Date) {
  const all = await readPersonClocks(tx, caller, now, undefined, asked);
  const open = (of: "start" | "move") =>
    all.flatMap(({ id, number, name, [of]: clocks }) => {
      const left = openOf(clocks);
      return left ? [{ id, number, name, open: left.count, due: left.due }] : [];
    });
  return { starting: open("start"), moved: open("move") };
}

async function readStarts(
  tx: Tx,
  { companyId, role }: Asking,
  starting: readonly { readonly id: string; readonly startsAt: Date }[],
  accounts: ReadonlyMap<string, readonly OpenAccount[]> | undefined,
  now: Date,
): Promise<ReadonlyMap<string, Start>> {
  if (starting.length === 0) return new Map();
  const ids = starting.map(({ id }) => id);
  const { rows: policies } = await sql<{
    id: string;
  }>`SELECT p.id FROM app.policies p WHERE p.company_id = ${companyId}`.execute(tx);
  const assigned = await readAssigned(
    tx,
    companyId,
    policies.map(({ id }) => id),
    now,
    ids,
  );
  const owed = Map.groupBy([...assigned.values()].flat(), ({ personId }) => personId);
  const standings = new Map((await readStandings(tx, companyId, now, ids)).map(({ row, own }) => [row.id, own]));
  const isAsked = mayIn(findRegister("screenings")!, "read", role) && (await asksForScreenings(tx, companyId));
  const days = starting.map(({ id, startsAt }) => ({ id, day: firstDay(startsAt, accounts?.get(id) ?? []) }));
  const screened = isAsked ? await readScreened(tx, companyId, days) : new Map<string, string>();
  return new Map(
    starting.map(({ id, startsAt }, at) => [
      id,
      {
        startsAt,
        accounts: accounts && (accounts.get(id) ?? []),
        policies: (owed.get(id) ?? []).map(({ due, acknowledged }) => ({ due, isDone: acknowledged !== null })),
        courses: (standings.get(id) ?? []).map(({ until, state }) => ({
          due: new Date(until),
          isDone: state === "passed",
        })),
        screening: isAsked ? { by: endOfDay(days[at]!.day), approved: screened.get(id) } : undefined,
      },
    ]),
  );
}

/** The day of somebody's first access: that of an account of theirs from before their first day, or that day. */
function firstDay(startsAt: Date, accounts: readonly OpenAccount[]): string {
  const first = startsAt.toISOString().slice(0, 10);
  const yearBefore = new Date(startsAt.getTime() - 365 * 86_400_000).toISOString().slice(0, 10);
  const made = accounts.flatMap(({ createdOn }) => (createdOn !== null && yearBefore < createdOn ? createdOn : []));
  return made.reduce((earliest, day) => (day < earliest ? day : earliest), first);
}
