import { createHash } from "node:crypto";
import { sql } from "kysely";
import { registers } from "#catalog/registers/index.ts";
import type { Register } from "#domain/registers/register.ts";
import type { MovedDay } from "#domain/registers/snapshot.ts";
import type { ConfirmedPeople, SameAccounts } from "#domain/registers/same-before.ts";
import { whoIs } from "#domain/registers/same-people.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { accountGroups, sameAccounts } from "./matched-people.ts";
import { readConfirmed, readSameBefore } from "./read-same-before.ts";
import { hasPromise } from "./snapshot-row.ts";
import type { Known } from "./snapshot-row.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * What a snapshot says of who did what to records, by persons and not by accounts, read as the company itself. `same` are records of People
 * that are one person's; answered as `doubled` are accounts that are, and that were, as `confirmed` who of People confirmed it, and as `isKnown`
 * whether an account is that of somebody in People by another's word.
 */
export async function readActs(
  tx: Tx,
  companyId: string,
  same: readonly (readonly string[])[],
  now: Date,
): Promise<
  Omit<Known, "accounts"> & {
    readonly doubled: SameAccounts;
    readonly confirmed: readonly ConfirmedPeople[];
    /** All that is answered of records of a register follows from this. */
    readonly saidOf: (register: Register) => readonly unknown[];
    readonly isKnown: (userId: string) => boolean;
  }
> {
  const who = whoIs(same);
  const accountPeople = await callFunction(tx, "app.account_people", []);
  const groups = accountGroups(same, accountPeople, [...(await readReporters(tx, companyId)), ...same.flat()]);
  const known = new Set(accountPeople.flatMap((row) => (row.by_another ? row.user_id : [])));
  const isKnown = (userId: string) => known.has(userId);
  const confirmed = await readConfirmed(tx, companyId, "people", isKnown);
  const before = await readSameBefore(tx, companyId, groups, now, confirmed);
  const isSameNow = sameAccounts(same, accountPeople);
  const isSamePerson: Known["isSamePerson"] = (a, b, at) =>
    isSameNow(a, b) ||
    before.some(
      ({ accounts, until }) => Date.parse(until) > at.getTime() && accounts.includes(a) && accounts.includes(b),
    );
  const { rows: ends } = await sql<{
    id: string;
    by: string;
    at: Date;
    ended: string;
  }>`SELECT r.id, r.end_approved_by AS by, r.end_approved_at AS at, c.changed_by AS ended
    FROM app.records r CROSS JOIN LATERAL (SELECT c.changed_by FROM app.record_changes c WHERE c.company_id = r.company_id
      AND c.record_id = r.id AND c.kind = 'ended' ORDER BY c.version DESC LIMIT 1) c
    WHERE r.company_id = ${companyId} AND r.end_approved_by IS NOT NULL AND NOT r.end_approved_alone`.execute(tx);
  const { rows: accepted } = await sql<{
    id: string;
    by: string;
    at: Date;
    said: string;
  }>`SELECT r.id, r.approved_by AS by, r.approved_at AS at, c.changed_by AS said
    FROM app.records r CROSS JOIN LATERAL (SELECT c.changed_by FROM app.record_changes c, jsonb_to_recordset(c.changes) x (field text, after text)
      WHERE c.company_id = r.company_id AND c.record_id = (r.fields ->> 'riskId')::uuid AND x.field = 'treatment' AND x.after = 'accept'
      ORDER BY c.version DESC LIMIT 1) c
    WHERE r.company_id = ${companyId} AND r.register = 'approvals' AND r.fields ->> 'kind' = 'risk-acceptance' AND r.approved_by IS NOT NULL`.execute(
    tx,
  );
  const endedBySame = new Set(ends.flatMap(({ id, by, ended, at }) => (isSamePerson(by, ended, at) ? id : [])));
  const lapsed = new Set(await callFunction(tx, "app.lapsed_ends", [now]));
  const acceptedBySame = new Set(accepted.flatMap(({ id, by, said, at }) => (isSamePerson(by, said, at) ? id : [])));
  const moved = await readMoves(tx, companyId, (userId, personId, at) =>
    accountPeople.some((own) => who(own.person_id) === who(personId) && isSamePerson(own.user_id, userId, at)),
  );
  const persons = sha256(JSON.stringify([same, accountPeople.map((own) => JSON.stringify(own)).toSorted(), before]));
  const acts = [[...endedBySame, ...lapsed].toSorted(), [...acceptedBySame].toSorted()];
  const moves = sha256(JSON.stringify([...moved]));
  return {
    isSamePerson,
    doubled: { now: groups, before },
    confirmed,
    saidOf: (register) => [persons, acts, hasPromise(register) && moves],
    isKnown,
    isEndOpen: (id) => endedBySame.has(id) || lapsed.has(id),
    isAcceptedBySame: (id) => acceptedBySame.has(id),
    movedOf: (id) => moved.get(id),
  };
}

/** Records of People by which staff reported an incident: these are the accounts that they wrote it with. */
async function readReporters(tx: Tx, companyId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT r.created_by AS id FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = 'incidents' AND EXISTS (SELECT FROM app.records p
      WHERE p.company_id = r.company_id AND p.id = r.created_by AND p.register = 'people')`.execute(tx);
  return rows.map(({ id }) => id);
}

/** How promised days were moved, by record and in order. Who owned it when it was moved is its owner. */
async function readMoves(
  tx: Tx,
  companyId: string,
  isOf: (userId: string, personId: string, at: Date) => boolean,
): Promise<ReadonlyMap<string, readonly MovedDay[]>> {
  const promises = registers.flatMap(({ key, fields }) =>
    Object.entries(fields).flatMap(([field, { promised }]) => (promised ? [`${key} ${field}`] : [])),
  );
  const { rows } = await sql<{
    id: string;
    from: string | null;
    to: string | null;
    at: Date;
    by: string;
    owner: string | null;
    owned: string | null;
  }>`SELECT c.record_id AS id, x.before AS from, x.after AS to, c.changed_at AS at, c.changed_by AS by, r.fields ->> 'ownerId' AS owner,
      -- Who owned it until then, where a later change says it.
      (SELECT y.before FROM app.record_changes o, jsonb_to_recordset(o.changes) y (field text, before text)
        WHERE o.company_id = c.company_id AND o.record_id = c.record_id AND o.version >= c.version AND y.field = 'ownerId'
        ORDER BY o.version LIMIT 1) AS owned
    FROM app.record_changes c JOIN app.records r ON r.company_id = c.company_id AND r.id = c.record_id,
      jsonb_to_recordset(c.changes) x (field text, before text, after text)
    WHERE c.company_id = ${companyId} AND c.kind <> 'added' AND c.register || ' ' || x.field = ANY (${promises})
    ORDER BY c.record_id, c.version`.execute(tx);
  const moved = new Map<string, MovedDay[]>();
  for (const { id, from, to, at, by, owner, owned } of rows) {
    if (from === null || to === null) continue;
    const held = owned ?? owner;
    const move = { from, to, at: at.toISOString(), another: held === null || !isOf(by, held, at) };
    moved.set(id, [...(moved.get(id) ?? []), move]);
  }
  return moved;
}
