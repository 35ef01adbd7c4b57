import { isProviderKey } from "#domain/provider.ts";
import type { Scope, ScopeDecision } from "#domain/scope.ts";
import { isSystemKind } from "#domain/system-kinds.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";

/** What app.scope_facts and app.scope_of answer; times are text. */
export interface ScopeFacts {
  readonly systems: readonly {
    readonly id: string;
    readonly name: string;
    readonly kinds: readonly string[];
    readonly provider: string | null;
    readonly sources: readonly string[];
    readonly ledger_index: number;
  }[];
  readonly decisions: readonly {
    readonly kind: string | null;
    readonly system_id: string | null;
    readonly declared: boolean;
    readonly reason: string;
    readonly until: string | null;
    readonly decided_by: string;
    readonly decided_at: string;
    readonly ledger_index: number;
  }[];
}

/**
 * The scope of a company as the caller may read it: now, or as the ledger's first `size` entries say, with what was decided
 * until `decidedUntil`.
 */
export async function readScope(
  tx: Tx,
  companyId: string,
  { size, decidedUntil }: { readonly size?: number | undefined; readonly decidedUntil?: Date | undefined } = {},
): Promise<Scope> {
  const facts = await callFunction(tx, "app.scope_facts", [companyId, size ?? null, decidedUntil ?? null]);
  return scopeFrom(facts as ScopeFacts);
}

/** The scope from the facts of the database. Kinds and providers that this version does not know are left out. */
export function scopeFrom({ systems, decisions }: ScopeFacts): Scope {
  return {
    systems: systems.map(({ id, name, kinds, provider, sources, ledger_index: ledgerIndex }) => ({
      id,
      name,
      kinds: kinds.filter(isSystemKind),
      provider: provider !== null && isProviderKey(provider) ? provider : null,
      sources,
      ledgerIndex,
    })),
    decisions: decisions.flatMap((row): ScopeDecision[] => {
      const about = aboutOf(row);
      const { declared, reason, until, decided_by: decidedBy, ledger_index: ledgerIndex } = row;
      return about
        ? [{ about, declared, reason, until, decidedBy, decidedAt: new Date(row.decided_at), ledgerIndex }]
        : [];
    }),
  };
}

function aboutOf({ kind, system_id: systemId }: ScopeFacts["decisions"][number]): ScopeDecision["about"] | undefined {
  if (systemId !== null) return { systemId };
  return kind !== null && isSystemKind(kind) ? { kind } : undefined;
}
