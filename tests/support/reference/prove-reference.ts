import fc from "fast-check";
import { whoIs } from "#domain/registers/same-people.ts";
import type { ReadRegister, RegisterInputs, RegisterVerdict } from "#judge/registers/registers.ts";
import { registerChecks } from "#judge/registers/register-checks.ts";
import { scopeChecks } from "#judge/registers/scope-checks.ts";
import { systemChecks } from "#judge/registers/system-checks.ts";
import { shapeSystem } from "../shape-system.ts";
import { besides, passingFor } from "./passing-registers.ts";
import type { Kept } from "./passing-registers.ts";
import { changedRecords } from "./random-records.ts";
import { reference } from "./reference.ts";

/** What the judge says of what a company keeps. */
export function judged(check: string, kept: Kept, more: Partial<RegisterInputs> = {}): RegisterVerdict {
  const { now, lists, unconfirmed, scope, failing, passing, systems, frameworks } = kept;
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
  const inputs: RegisterInputs = {
    register,
    failingControls: failing,
    passingControls: passing,
    systems: read,
    scope,
    screenings: besides.screenings,
    terms: besides.terms,
    policies: { frameworks, identityProviders: [], approvers: besides.approvers },
    who: whoIs(kept.same ?? []),
    now,
    ...more,
  };
  const ofScope = scopeChecks[check]?.judge(inputs, "site");
  return ofScope ?? registerChecks[check]?.judge(inputs) ?? systemChecks[check]!.judge(inputs, read[0]!);
}

/** The registers that a check reads where it passes. */
export function readBy(check: string): readonly string[] {
  const read = new Set<string>();
  const kept = passingFor(check);
  const lists = new Proxy(kept.lists, {
    get: (all, key: string) => {
      if (key in all) read.add(key);
      return all[key];
    },
  });
  judged(check, { ...kept, lists });
  return [...read].filter((key) => !key.startsWith("policy-") && key !== "policies");
}

/**
 * Generates so many companies for a check: none that the judge passes is one that the reference refuses. Answers how many passed, and throws
 * with the smallest company that shows the opposite.
 */
export function proveReference(check: string, runs: number, seed?: number): number {
  const kept = passingFor(check);
  let passed = 0;
  const refuses = reference[check]!;
  fc.assert(
    fc.property(changedRecords(kept, readBy(check)), (company) => {
      if (judged(check, company).outcome !== "pass") return true;
      passed += 1;
      return refuses(company);
    }),
    { numRuns: runs, ...(seed !== undefined && { seed }) },
  );
  return passed;
}
