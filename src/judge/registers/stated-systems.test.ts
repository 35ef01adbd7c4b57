import { describe, expect, test } from "vitest";
import { checksOfRegisters } from "#catalog/parts.ts";
import { programChecks } from "#catalog/program-goals.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { moments } from "#tests/support/moments.ts";
import { passingFor, passingWays } from "#tests/support/reference/passing-registers.ts";
import type { Kept } from "#tests/support/reference/passing-registers.ts";
import { judged, readBy } from "#tests/support/reference/prove-reference.ts";
import { sealedRow } from "#tests/support/sealed-rows.ts";
import { says, wished, wishesOf, withoutProof } from "#tests/support/wishes.ts";
import type { Wish } from "#tests/support/wishes.ts";
import { registerChecks } from "./register-checks.ts";
import { scopeChecks } from "./scope-checks.ts";
import { systemChecks } from "./system-checks.ts";

// Checks that rest on what connected systems show: whatever somebody types, none of them passes that did not, but by what its sentence asks
// somebody to declare. Those of registers alone are in registers.test.ts, those of people, policies and reviews in stated-fields.test.ts.

const asked = [...Object.keys(systemChecks), ...Object.keys(scopeChecks)].filter((check) => !(check in moments));

/** Stated fields that a check asks for by its own sentence. */
const DECLARES: Readonly<Record<string, string>> = {
  "accounts.leavers-disabled people.endsAt": "until when somebody works here: of who has not left nothing is asked",
  "vendors.list-complete vendors.name": "which vendors there are: the check asks for a list",
};

test("every check that registers decide is asked whether it passes by what is typed", () => {
  const all = new Set([...Object.keys(registerChecks), ...Object.keys(moments), ...asked]);
  expect(checksOfRegisters.filter((check) => !all.has(check))).toEqual([]);
  const decided = new Set([...checksOfRegisters, ...programChecks]);
  expect(asked.filter((check) => !decided.has(check))).toEqual([]);
});

const wishes = wishesOf({
  now: passingFor("").now,
  ids: ["id 1", "id 2", "aws", "okta", "microsoft-365"],
  texts: ["ann@acme.test", "S-1", "Docuvault"],
});
const rowsOf = (kept: Kept, register: string) => kept.lists[register] ?? [];

/** The same where somebody typed this into every record, and into a new one that nobody approved. */
function wishing(kept: Kept, wish: Wish): Kept {
  const { register } = wish;
  const state = findRegister(register)!.rights.approve ? "waiting" : "open";
  const added = sealedRow("typed", { [wish.field]: wish.value }, 99, { state });
  // Somebody who works here is no proof of anything else.
  const rows = [...wished(rowsOf(kept, register), wish), ...(register === "people" ? [] : [added])];
  return { ...kept, lists: { ...kept.lists, [register]: rows } };
}

/** One thing less: what is not stated of a record, a confirmation, or a fact of a system. */
const less = (check: string): readonly Kept[] => passingWays(check).flatMap((kept) => lessOf(check, kept));

function lessOf(check: string, kept: Kept): readonly Kept[] {
  const ofRecords = readBy(check).flatMap((register) => [
    { ...kept, unconfirmed: [register] },
    { ...kept, lists: { ...kept.lists, [register]: [] } },
    ...rowsOf(kept, register).flatMap((row, at) =>
      withoutProof(register, row).map((changed) => ({
        ...kept,
        lists: { ...kept.lists, [register]: rowsOf(kept, register).with(at, changed) },
      })),
    ),
  ]);
  const kinds = ["accounts", "grants", "devices", "repositories", "applications"] as const;
  const ofSystems = kept.systems.flatMap((system) =>
    kinds.flatMap((kind) =>
      ((system[kind] ?? []) as readonly Readonly<Record<string, unknown>>[]).flatMap((thing, at, all) =>
        Object.keys(thing)
          .filter((name) => !["id", "label"].includes(name))
          .flatMap((name) =>
            [undefined, ...(name === "holder" ? [null, "x"] : [])].map((value) => ({
              ...kept,
              systems: [{ ...system, [kind]: all.with(at, { ...thing, [name]: value }) }],
            })),
          ),
      ),
    ),
  );
  return [...ofRecords, ...ofSystems].filter((own) => judged(check, own).outcome !== "pass");
}

describe.each(asked)("%s", (check) => {
  const own = wishes.filter(({ register }) => readBy(check).includes(register));
  /** The stated fields by which something passes that did not. */
  const moves = (isPassed: (kept: Kept) => boolean, of: readonly Wish[]) =>
    less(check)
      .flatMap((kept) => of.filter((wish) => isPassed(wishing(kept, wish))))
      .map(({ register, field }) => `${check} ${register}.${field}`);
  const passes = (kept: Kept) => judged(check, kept).outcome === "pass";

  test("passes nothing that did not pass by what is typed, but for what the check asks somebody to declare", () => {
    expect(passingWays(check).every(passes)).toBe(true);
    expect(less(check).length).toBeGreaterThan(0);
    const declared = Object.keys(DECLARES).filter((name) => name.startsWith(`${check} `));
    expect([...new Set(moves(passes, own))].toSorted()).toEqual(declared.toSorted());
  });

  test("would not do so unnoticed: a predicate that asks one more stated field is caught", () => {
    const isNew = (wish: Wish) =>
      rowsOf(passingFor(check), wish.register).length > 0 && !says(rowsOf(passingFor(check), wish.register), wish);
    const probe = own.find(isNew)!;
    const mutant = (kept: Kept) => says(rowsOf(kept, probe.register), probe) || passes(kept);
    expect(moves(mutant, [probe])).toContain(`${check} ${probe.register}.${probe.field}`);
  });
});
