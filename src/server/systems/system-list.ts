import { sql } from "kysely";
import type * as z from "zod";
import { systemKinds } from "#catalog/systems.ts";
import type { contract } from "#contract/index.ts";
import { answerFor, kindsOf, leftOut } from "#domain/scope.ts";
import type { Scope, ScopeDecision } from "#domain/scope.ts";
import { systemKindKeys } from "#domain/system-kinds.ts";
import type { SystemKind } from "#domain/system-kinds.ts";
import type { Tx } from "../db/as-caller.ts";
import { functionOf } from "../db/functions.ts";
import { fail } from "../app-error.ts";
import { readScope } from "./read-scope.ts";

type ListedSystem = z.input<typeof contract.systems.list.output>["systems"][number];
type KindAnswer = z.input<typeof contract.systems.list.output>["kinds"][number];

interface SystemRow {
  readonly id: string;
  readonly added_by: string;
  readonly added_at: Date;
  readonly connection_id: string | null;
  readonly state: NonNullable<ListedSystem["connection"]>["state"];
  readonly last_collected_at: Date | null;
  readonly answered: boolean | null;
}

/** The systems of a company, in the order in which they were added, and its answer for each kind at `now`. */
export async function listSystems(tx: Tx, companyId: string, now: Date) {
  const scope = await readScope(tx, companyId);
  const names = await namesOf(tx, scope);
  const { rows } = await sql<SystemRow>`SELECT s.id, concat_ws(' ', p.first_name, p.last_name) AS added_by, s.added_at,
      k.connection_id, k.state, k.last_collected_at, k.answered
    FROM app.systems s LEFT JOIN app.profiles p ON p.id = s.added_by LEFT JOIN ${functionOf("app.system_freshness", [])} k ON k.system_id = s.id
    WHERE s.company_id = ${companyId} AND s.removed_at IS NULL`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const present = (decision: ScopeDecision | null | undefined) =>
    decision
      ? {
          reason: decision.reason,
          until: decision.until!,
          decidedBy: names.get(decision.decidedBy) ?? "",
          decidedAt: decision.decidedAt.toISOString(),
        }
      : null;
  return {
    systems: scope.systems.flatMap((system): ListedSystem[] => {
      const row = byId.get(system.id);
      if (!row) return [];
      const { connection_id: id, state, last_collected_at: at } = row;
      return [
        {
          id: system.id,
          name: system.name,
          kinds: [...kindsOf(system)],
          provider: system.provider,
          addedBy: row.added_by,
          addedAt: row.added_at.toISOString(),
          connection: id === null ? null : { id, state, lastCollectedAt: at?.toISOString() ?? null },
          outOfScope: present(leftOut(scope, system.id, now)),
          removable: row.answered !== true,
        },
      ];
    }),
    kinds: systemKindKeys.map((kind): KindAnswer => {
      const { state, none } = answerFor(scope, kind, now);
      return { kind, label: systemKinds[kind].label, state, none: present(none) };
    }),
  };
}

/** One system of the list. Refuses `not-found`. */
export async function getSystem(tx: Tx, companyId: string, systemId: string, now: Date): Promise<ListedSystem> {
  return (await listSystems(tx, companyId, now)).systems.find(({ id }) => id === systemId) ?? fail("not-found");
}

/** The answer for one kind. */
export async function getKind(tx: Tx, companyId: string, kind: SystemKind, now: Date): Promise<KindAnswer> {
  return (await listSystems(tx, companyId, now)).kinds.find((answer) => answer.kind === kind)!;
}

async function namesOf(tx: Tx, { decisions }: Scope): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(decisions.map(({ decidedBy }) => decidedBy))];
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`SELECT p.id, concat_ws(' ', p.first_name, p.last_name) AS name
    FROM app.profiles p WHERE p.id = ANY (${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
