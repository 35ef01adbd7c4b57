import { sql } from "kysely";
import { controls } from "#catalog/index.ts";
import { contributors, managers } from "#catalog/registers/rights.ts";
import { answerFor, kindsOf } from "#domain/scope.ts";
import type { System } from "#domain/scope.ts";
import type { AnotherSince, ProgramScope } from "#domain/registers/snapshot.ts";
import { isSystemKind, systemKindKeys } from "#domain/system-kinds.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { readScope } from "../systems/read-scope.ts";

/** Systems and controls in scope as they are now, read as the company itself. */
export async function readProgramScope(tx: Tx, companyId: string, now: Date): Promise<ProgramScope> {
  const scope = await readScope(tx, companyId);
  const answers = systemKindKeys.map((kind) => ({ kind, ...answerFor(scope, kind, now) }));
  const inScope = new Map<string, System>(answers.flatMap((answer) => answer.inScope.map((own) => [own.id, own])));
  const { rows } = await sql<{ id: string }>`SELECT s.control_id AS id FROM app.control_standings s
    WHERE s.company_id = ${companyId} AND s.status = 'not applicable'`.execute(tx);
  const leftOut = new Set(rows.map(({ id }) => id));
  // An audit counts for 365 days, and asks of the 365 days before it.
  const since = new Date(now.getTime() - 2 * 366 * 86_400_000);
  const owners = await callFunction(tx, "app.control_owners_since", [since]);
  return {
    systems: [...inScope.values()]
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((system) => ({ systemId: system.id, name: system.name, kinds: kindsOf(system).filter(isSystemKind) })),
    unanswered: answers.flatMap(({ kind, state }) => (state === "not answered" ? [kind] : [])),
    controls: controls.flatMap(({ id }) => (leftOut.has(id) ? [] : [id])),
    owners: owners.map((row) => ({
      control: row.control_id,
      personId: row.person_id,
      from: row.owned_from.toISOString(),
      until: row.owned_until?.toISOString() ?? null,
    })),
  };
}

/** Since when a second person could act in place of who acted alone, read as the company itself. */
export async function readAnotherSince(tx: Tx): Promise<AnotherSince> {
  const since = async (roles: readonly string[]) =>
    (await callFunction(tx, "app.another_since", [[...roles]]))?.toISOString() ?? null;
  return { contributors: await since(contributors), managers: await since(managers) };
}
