import { endOfDay } from "./calendar-day.ts";
import { systemsOfProvider } from "./provider.ts";
import type { ProviderKey } from "./provider.ts";
import type { SystemKind } from "./system-kinds.ts";

/** A system that a company runs or uses. */
export interface System {
  readonly id: string;
  readonly name: string;
  /** What a person said it is; those of its provider come on top: see {@link kindsOf}. */
  readonly kinds: readonly SystemKind[];
  /** Whose account it is; null for what Exhibit has no connector for. */
  readonly provider: ProviderKey | null;
  /** The sources that results about it name: one for each connection of its account. Empty while nothing was connected. */
  readonly sources: readonly string[];
  /** Its place in the ledger: what was tested before it says nothing of it. */
  readonly ledgerIndex?: number;
}

/** What a company decided: it has none of a kind, or a system is out of scope; or it took either back. */
export interface ScopeDecision {
  readonly about: { readonly kind: SystemKind } | { readonly systemId: string };
  /** False takes back what was declared before. */
  readonly declared: boolean;
  /** Empty where it takes something back. */
  readonly reason: string;
  /** The last day in UTC on which it holds, `2027-11-22`; null where it takes something back. */
  readonly until: string | null;
  readonly decidedBy: string;
  readonly decidedAt: Date;
  /** Its place in the ledger, which orders decisions about the same thing. */
  readonly ledgerIndex: number;
}

export interface Scope {
  readonly systems: readonly System[];
  readonly decisions: readonly ScopeDecision[];
}

/**
 * How a company answered for one kind of system. `in scope`: checks ask these systems. `out of scope`: it has some, and left each
 * out by a decision. `declared none`: a decision says that it has none. `not answered`: neither.
 */
export interface KindAnswer {
  readonly state: "in scope" | "out of scope" | "declared none" | "not answered";
  readonly inScope: readonly System[];
  readonly outOfScope: readonly { readonly system: System; readonly decision: ScopeDecision }[];
  /** The decision that says "none"; null in any other state. */
  readonly none: ScopeDecision | null;
}

/** The kinds that a system is, by what a person said and by its provider, without repetition. */
export function kindsOf({ kinds, provider }: Pick<System, "kinds" | "provider">): readonly SystemKind[] {
  return [...new Set([...(provider === null ? [] : systemsOfProvider[provider]), ...kinds])];
}

/**
 * What a company answered for a kind at `now`. A system always outweighs "we have none": a decision never hides a system that is
 * there. Pure: the same scope and instant give the same answer.
 */
export function answerFor(scope: Scope, kind: SystemKind, now: Date): KindAnswer {
  const systems = scope.systems.filter((system) => kindsOf(system).includes(kind));
  const outOfScope = systems.flatMap((system) => {
    const decision = leftOut(scope, system.id, now);
    return decision ? [{ system, decision }] : [];
  });
  const inScope = systems.filter(({ id }) => outOfScope.every(({ system }) => system.id !== id));
  if (inScope.length > 0) return { state: "in scope", inScope, outOfScope, none: null };
  if (outOfScope.length > 0) return { state: "out of scope", inScope, outOfScope, none: null };
  const none = holding(scope, (about) => "kind" in about && about.kind === kind, now);
  return { state: none ? "declared none" : "not answered", inScope, outOfScope, none: none ?? null };
}

/** The kinds of these that were never answered: there is no system, and no decision that there is none, not even one that ended by itself. */
export function neverAnswered(scope: Scope, kinds: readonly SystemKind[], now: Date): readonly SystemKind[] {
  const wasDeclared = (kind: SystemKind) =>
    lastOf(scope.decisions.filter(({ about }) => "kind" in about && about.kind === kind))?.declared === true;
  return kinds.filter((kind) => answerFor(scope, kind, now).state === "not answered" && !wasDeclared(kind));
}

/** The decision by which a system is out of scope at `now`; undefined while it is in scope. */
export function leftOut(scope: Pick<Scope, "decisions">, systemId: string, now: Date): ScopeDecision | undefined {
  return holding(scope, (about) => "systemId" in about && about.systemId === systemId, now);
}

/** When the next decision that holds at `now` ends by itself; null if time alone changes nothing. */
export function nextScopeEnd({ decisions }: Pick<Scope, "decisions">, now: Date): Date | null {
  const ends = decisions.flatMap(({ until }) =>
    until !== null && endOfDay(until) > now ? endOfDay(until).getTime() : [],
  );
  return ends.length > 0 ? new Date(Math.min(...ends)) : null;
}

function holding(
  { decisions }: Pick<Scope, "decisions">,
  concerns: (about: ScopeDecision["about"]) => boolean,
  now: Date,
): ScopeDecision | undefined {
  return decisionThatHolds(
    decisions.filter(({ about }) => concerns(about)),
    now,
  );
}

/** Of decisions about one thing the last one, if it declares something and its last day in UTC is not over at `now`. */
export function decisionThatHolds<Decision extends Pick<ScopeDecision, "declared" | "until" | "ledgerIndex">>(
  decisions: readonly Decision[],
  now: Date,
): Decision | undefined {
  const last = lastOf(decisions);
  return last?.declared && last.until !== null && endOfDay(last.until) > now ? last : undefined;
}

function lastOf<Decision extends Pick<ScopeDecision, "ledgerIndex">>(
  decisions: readonly Decision[],
): Decision | undefined {
  let last: Decision | undefined;
  for (const decision of decisions) if (!last || decision.ledgerIndex >= last.ledgerIndex) last = decision;
  return last;
}

/** The last day on which a decision of `now` may hold: the same day of the next year, February 28 for a leap day. */
export function latestUntil(now: Date): string {
  const [year, month] = [now.getUTCFullYear() + 1, now.getUTCMonth()];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(now.getUTCDate(), lastOfMonth))).toISOString().slice(0, 10);
}

/** Whether a decision of `now` may hold until the end of `day`: not in the past, and a year at most. */
export function mayHoldUntil(day: string, now: Date): boolean {
  return day >= now.toISOString().slice(0, 10) && day <= latestUntil(now);
}
