import fc from "fast-check";
import { findRegister } from "#catalog/registers/index.ts";
import { citedIn } from "#domain/registers/shown-by.ts";
import { digestOfDrawn } from "#domain/printed/drawn-data.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { byCited, wronglyCited } from "#judge/registers/shown.ts";
import { whoIs } from "#domain/registers/same-people.ts";
import type { ReadRegister, RegisterInputs, RegisterVerdict } from "#judge/registers/registers.ts";
import { registerChecks } from "#judge/registers/register-checks.ts";
import { scopeChecks } from "#judge/registers/scope-checks.ts";
import { systemChecks } from "#judge/registers/system-checks.ts";
import { shapeSystem } from "../shape-system.ts";
import { besides, passingFor, passingWays } from "./passing-registers.ts";
import type { Kept } from "./passing-registers.ts";
import { changedRecords } from "./random-records.ts";
import { reference } from "./reference.ts";

/** Rows with what a snapshot says of the exhibits that they cite: of a type that shows it, and made now unless they say otherwise. */
function withCited(register: string, rows: readonly SnapshotRow[], now: Date): readonly SnapshotRow[] {
  const fields = Object.entries(findRegister(register)?.fields ?? {});
  return rows.map((row) => {
    const cited = fields.flatMap(([name, field]) => citedIn(row.fields, name).map((exhibit) => ({ exhibit, field })));
    const types = cited.flatMap(({ exhibit, field }) => (field.shows ? [[exhibit, field.shows[0]!] as const] : []));
    const made = cited.map(({ exhibit }) => [exhibit, row.made?.[exhibit] ?? now.toISOString()] as const);
    return { ...row, types: { ...Object.fromEntries(types), ...row.types }, made: Object.fromEntries(made) };
  });
}

/** What the judge says of what a company keeps. */
export function judged(check: string, kept: Kept, more: Partial<RegisterInputs> = {}): RegisterVerdict {
  const { now, lists } = kept;
  const pages = Object.entries(lists).map(([register, rows]) => ({ register, rows: withCited(register, rows, now) }));
  const given = Object.fromEntries(pages.map(({ register, rows }) => [register, rows]));
  const verdict = judgedAs(check, kept, given, more);
  const cited = verdict.outcome === "pass" ? wronglyCited(pages) : undefined;
  if (!cited) return verdict;
  const strictly = (register: string, rows: readonly SnapshotRow[]) =>
    cited.strictly(register, { rows, confirmedUntil: null }).rows;
  const without = Object.fromEntries(pages.map(({ register, rows }) => [register, strictly(register, rows)]));
  return byCited(verdict, () => judgedAs(check, kept, without, more), cited.wrong);
}

function judgedAs(check: string, kept: Kept, lists: Kept["lists"], more: Partial<RegisterInputs>): RegisterVerdict {
  const inputs = inputsOf(kept, lists, more);
  const ofScope = scopeChecks[check]?.judge(inputs, "site");
  return ofScope ?? registerChecks[check]?.judge(inputs) ?? systemChecks[check]!.judge(inputs, inputs.systems[0]!);
}

/** What a company keeps, as checks read it. */
export function inputsOf(
  kept: Kept,
  lists: Kept["lists"] = kept.lists,
  more: Partial<RegisterInputs> = {},
): RegisterInputs {
  const { now, unconfirmed, scope, failing, passing, systems, frameworks } = kept;
  const register = (key: string): ReadRegister => {
    const rows = lists[key] ?? [];
    const isConfirmed = !unconfirmed.includes(key);
    return {
      rows,
      confirmedUntil: isConfirmed ? new Date(now.getTime() + 50 * 86_400_000) : null,
      confirmedCount: rows.filter(({ state }) => state !== "ended").length,
    };
  };
  const read = systems.map((system) => shapeSystem(system));
  return {
    register,
    failingControls: failing,
    passingControls: passing,
    systems: read,
    scope,
    screenings: besides.screenings,
    terms: besides.terms,
    formerlyAsked: [],
    policies: {
      frameworks,
      identityProviders: [],
      approvers: besides.approvers,
      sameAccounts: [],
      sameBefore: [],
      formerKinds: [],
    },
    who: whoIs(kept.same ?? []),
    ...(kept.drawn && {
      drawn: {
        exhibit: "EX-000040",
        takenAt: kept.drawn.at.toISOString(),
        own: false,
        anotherSince: null,
        shown: kept.drawn.data.map((row) => ({ id: row.id, sha256: digestOfDrawn(row) })),
      },
    }),
    now,
    ...more,
  };
}

/** The registers that a check reads where it passes. */
export function readBy(check: string): readonly string[] {
  const read = new Set<string>();
  const kept = passingFor(check);
  const all = Object.entries(kept.lists).map(([key, rows]) => [key, withCited(key, rows, kept.now)] as const);
  const lists = new Proxy(Object.fromEntries(all) as Kept["lists"], {
    get: (held, key: string) => {
      if (key in held) read.add(key);
      return held[key];
    },
  });
  judgedAs(check, kept, lists, {});
  return [...read].filter((key) => !key.startsWith("policy-") && key !== "policies");
}

/**
 * Generates so many companies for each way in which a check passes: none that the judge passes is one that the reference refuses. Answers
 * how many passed at least, and throws with the smallest company that shows the opposite.
 */
export function proveReference(check: string, runs: number, seed?: number): number {
  const refuses = reference[check]!;
  const passed = passingWays(check).map((kept) => {
    let count = 0;
    fc.assert(
      fc.property(changedRecords(kept, readBy(check)), (company) => {
        if (judged(check, company).outcome !== "pass") return true;
        count += 1;
        return refuses(company);
      }),
      { numRuns: runs, ...(seed !== undefined && { seed }) },
    );
    return count;
  });
  return Math.min(...passed);
}
