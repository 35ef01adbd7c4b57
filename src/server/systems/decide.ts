import { systemKinds } from "#catalog/systems.ts";
import { latestUntil, mayHoldUntil } from "#domain/scope.ts";
import type { ScopeDecision } from "#domain/scope.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import { getKind, getSystem } from "./system-list.ts";

interface Deps {
  readonly now: () => Date;
}

/** Puts a system out of scope until a day. Refuses `not-found` and `scope-until`. */
export function leaveOut({ now }: Deps): HandlersOf<"systems">["leaveOut"] {
  return async ({ input: { systemId, reason, until }, caller, tx }) => {
    const { name } = await getSystem(tx, caller.companyId, systemId, now());
    const last = await declare(tx, caller, { about: { systemId }, reason, until, at: now() });
    return {
      answer: await getSystem(tx, caller.companyId, systemId, now()),
      entry: { subject: systemId, details: { name, reason, until: last } },
    };
  };
}

/** Puts a system in scope again. Refuses `not-found`. */
export function bringBack({ now }: Deps): HandlersOf<"systems">["bringBack"] {
  return async ({ input: { systemId }, caller, tx }) => {
    const before = await getSystem(tx, caller.companyId, systemId, now());
    if (!before.outOfScope) return { answer: before, entry: "unchanged" };
    await takeBack(tx, caller, { systemId }, now());
    return {
      answer: await getSystem(tx, caller.companyId, systemId, now()),
      entry: { subject: systemId, details: { name: before.name } },
    };
  };
}

/** Declares that the company has no system of a kind. Refuses `kind-has-systems` and `scope-until`. */
export function declareNone({ now }: Deps): HandlersOf<"systems">["declareNone"] {
  return async ({ input: { kind, reason, until }, caller, tx }) => {
    // Written first, because that locks the ledger: a system that is added at the same moment is seen.
    const last = await declare(tx, caller, { about: { kind }, reason, until, at: now() });
    const answer = await getKind(tx, caller.companyId, kind, now());
    if (answer.state !== "declared none") return fail("kind-has-systems");
    return { answer, entry: { subject: kind, details: { label: systemKinds[kind].label, reason, until: last } } };
  };
}

/** Withdraws the declaration that there is none of a kind. */
export function takeBackNone({ now }: Deps): HandlersOf<"systems">["takeBackNone"] {
  return async ({ input: { kind }, caller, tx }) => {
    const before = await getKind(tx, caller.companyId, kind, now());
    if (!before.none) return { answer: before, entry: "unchanged" };
    await takeBack(tx, caller, { kind }, now());
    return {
      answer: await getKind(tx, caller.companyId, kind, now()),
      entry: { subject: kind, details: { label: before.label } },
    };
  };
}

interface Declared {
  readonly about: ScopeDecision["about"];
  readonly reason: string;
  readonly until: string | undefined;
  readonly at: Date;
}

/** Writes a decision down and answers its last day: the one that is asked for, or the same day of next year. */
async function declare(tx: Tx, caller: Caller, { about, reason, until, at }: Declared): Promise<string> {
  const last = until ?? latestUntil(at);
  if (!mayHoldUntil(last, at)) return fail("scope-until");
  await write(tx, caller, about, at, { declared: true, reason, until: last });
  return last;
}

const takeBack = (tx: Tx, caller: Caller, about: ScopeDecision["about"], at: Date) =>
  write(tx, caller, about, at, { declared: false });

async function write(
  tx: Tx,
  { companyId, userId }: Caller,
  about: ScopeDecision["about"],
  at: Date,
  values: { readonly declared: boolean; readonly reason?: string; readonly until?: string },
): Promise<void> {
  const [kind, systemId] = "kind" in about ? [about.kind, null] : [null, about.systemId];
  await tx
    .insertInto("app.scope_decisions")
    .values({ company_id: companyId, kind, system_id: systemId, decided_by: userId, decided_at: at, ...values })
    .execute();
}
