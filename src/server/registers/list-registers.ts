import { sql } from "kysely";
import type * as z from "zod";
import { findDocument, getCheck } from "#catalog/index.ts";
import { checksOfRegisters } from "#catalog/parts.ts";
import { printedFrom } from "#catalog/printed/index.ts";
import { findRegister, registers } from "#catalog/registers/index.ts";
import { startersOf } from "#catalog/registers/starters.ts";
import type { contract } from "#contract/index.ts";
import { isProviderKey, systemsOfProvider } from "#domain/provider.ts";
import { typesInWords } from "#domain/registers/shown-by.ts";
import { askedFor } from "#domain/registers/asked-for.ts";
import { recordStates } from "#domain/registers/register.ts";
import type { Field, Register } from "#domain/registers/register.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import type { Caller } from "../endpoints/caller.ts";
import { readChangedSince } from "./confirmed-records.ts";
import { namesOf } from "./record-rows.ts";
import { mayIn } from "./rights.ts";

export type PresentedRegister = z.input<typeof contract.registers.list.output>[number];

interface Counts {
  readonly register: string;
  readonly approved: number;
  readonly waiting: number;
  readonly ended: number;
}

interface Confirmed {
  readonly register: string;
  readonly count: number;
  readonly confirmed_by: string;
  readonly confirmed_at: Date;
  readonly valid_until: Date;
}

/** The registers that the caller may read and the company has a use for, as they stand at `now`. */
export async function listRegisters(
  tx: Tx,
  caller: Pick<Caller, "companyId" | "role">,
  now: Date,
): Promise<PresentedRegister[]> {
  const [all, kinds] = await atOnce(readRegisters(tx, caller, now), kindsOf(tx, caller.companyId));
  const isUsed = ({ counts, confirmation }: PresentedRegister) =>
    confirmation !== null || Object.values(counts).some((count) => count > 0);
  return all.filter((register) => {
    const { onlyWith } = findRegister(register.key)!;
    return onlyWith === undefined || kinds.has(onlyWith) || isUsed(register);
  });
}

/** Kinds of the systems that the company has. */
async function kindsOf(tx: Tx, companyId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ kinds: readonly string[]; provider: string | null }>`SELECT DISTINCT s.kinds, s.provider
    FROM app.systems s WHERE s.company_id = ${companyId} AND s.removed_at IS NULL`.execute(tx);
  const ofProvider = (provider: string | null) =>
    provider !== null && isProviderKey(provider) ? systemsOfProvider[provider] : [];
  return new Set(rows.flatMap(({ kinds, provider }) => [...kinds, ...ofProvider(provider)]));
}

async function readRegisters(
  tx: Tx,
  { companyId, role }: Pick<Caller, "companyId" | "role">,
  now: Date,
): Promise<PresentedRegister[]> {
  const [{ rows: counts }, { rows: confirmed }, records] = await atOnce(
    sql<Counts>`SELECT c.register, c.approved, c.waiting, c.ended
      FROM app.record_counts c WHERE c.company_id = ${companyId}`.execute(tx),
    sql<Confirmed>`SELECT DISTINCT ON (c.register) c.register, c.count::integer AS count, c.confirmed_by,
        c.confirmed_at, c.valid_until
      FROM app.confirmations c WHERE c.company_id = ${companyId} ORDER BY c.register, c.ledger_index DESC`.execute(tx),
    readChangedSince(tx, companyId),
  );
  const since = records.filter(({ changed }) => changed.length > 0);
  const nameOf = await namesOf(
    tx,
    confirmed.map(({ confirmed_by: by }) => by),
  );
  return registers.flatMap((register): PresentedRegister[] => {
    if (!mayIn(register, "read", role)) return [];
    const { approved = 0, waiting = 0, ended = 0 } = counts.find((row) => row.register === register.key) ?? {};
    const last = confirmed.find((row) => row.register === register.key);
    const changed = since.filter((row) => row.register === register.key).length;
    return [
      {
        ...descriptions.get(register.key)!,
        counts: register.rights.approve
          ? { open: approved, waiting, ended }
          : { open: approved + waiting, waiting: 0, ended },
        confirmation: last
          ? {
              count: last.count,
              by: nameOf(last.confirmed_by),
              at: last.confirmed_at.toISOString(),
              until: last.valid_until.toISOString(),
              state: last.valid_until <= now ? "ended" : changed > 0 ? "changed" : "confirmed",
              changed,
            }
          : null,
        may: {
          write: mayIn(register, "write", role),
          approve: mayIn(register, "approve", role),
          confirm: mayIn(register, "confirm", role),
        },
      },
    ];
  });
}

/** One register as it stands. Refuses `not-found`. */
export async function getRegister(
  tx: Tx,
  caller: Pick<Caller, "companyId" | "role">,
  key: string,
  now: Date,
): Promise<PresentedRegister> {
  return (await readRegisters(tx, caller, now)).find((register) => register.key === key) ?? fail("not-found");
}

/** How registers are declared, which is the same for every answer: nobody writes into it. */
const descriptions = new Map(registers.map((register) => [register.key, describe(register)]));

function describe(register: Register) {
  const { key, label, singular, summary, group, title, endReasons, columns, views, checks, confirmedForDays } =
    register;
  return {
    key,
    label,
    singular,
    summary,
    group,
    title,
    fields: [
      ...Object.entries(register.fields).map(([name, field]) => describeField(name, field)),
      ...Object.entries(register.derived ?? {}).map(([name, { label: text, hint, said }]) => ({
        ...describeField(name, { type: "text", label: text, origin: "stated", ...(hint && { hint }) }),
        origin: said ? ("said" as const) : ("derived" as const),
      })),
    ],
    states: recordStates.flatMap((state) => {
      const text = register.states[state];
      return text === undefined ? [] : [{ key: state, label: text }];
    }),
    endReasons: [...endReasons],
    lastDay: register.lastDay ? { ...register.lastDay, unless: [...register.lastDay.unless] } : null,
    columns: [...columns],
    views: views.map((view) => ({ ...view })),
    // What it could decide with more than registers hold today is not promised.
    checks: checks.filter((id) => checksOfRegisters.includes(id)).map((id) => ({ id, title: getCheck(id).title })),
    documents: printedFrom(key).map(({ document: id }) => ({ id, title: findDocument(id)!.document.title })),
    confirmedForDays,
    picture: register.grid?.label ?? null,
    asks: askedFor(register),
    inMatters: register.inMatters ?? false,
    starters: startersOf(key).map(({ key: set, label: name, records }) => ({
      key: set,
      label: name,
      count: records.length,
    })),
  };
}

function describeField(key: string, field: Field) {
  const steps = (field.steps ?? []).map((label, at) => ({ key: String(at + 1), label }));
  return {
    key,
    label: field.label,
    type: field.type,
    of: field.of ?? null,
    to: field.to ?? null,
    origin: field.origin,
    required: field.required ?? false,
    personal: field.personal ?? false,
    confidential: field.confidential ?? false,
    choices: field.steps
      ? steps
      : Object.entries(field.choices ?? {}).map(([choice, label]) => ({ key: choice, label })),
    endsDay: field.endsDay ?? false,
    unit: field.unit ? { ...field.unit } : null,
    hint: [field.hint, field.shows && `Cite a ${typesInWords(field.shows)}.`].filter(Boolean).join(" ") || null,
  };
}
