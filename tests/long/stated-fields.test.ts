import { expect, test } from "vitest";
import { outcomeOf } from "#tests/support/kept-company.ts";
import { moments } from "#tests/support/moments.ts";
import { moves, typedWishes } from "#tests/support/typed-wishes.ts";
import type { Decide } from "#tests/support/typed-wishes.ts";
import { says } from "#tests/support/wishes.ts";

// Every value that somebody may type, in place of a few of each register: src/judge/registers/stated-fields.test.ts.

test.each(Object.entries(moments))(
  "%s: a predicate that passes by any value of any stated field is caught",
  (check, steps) => {
    const companies = [steps[1][1], steps[2][1]];
    const real: Decide = (company) => outcomeOf(check, company);
    const probes = typedWishes.filter((wish) =>
      companies.every(({ lists }) => !says(lists[wish.register] ?? [], wish)),
    );
    expect(probes.length).toBeGreaterThan(30);
    for (const wish of probes) {
      const mutant: Decide = (company) => (says(company.lists[wish.register] ?? [], wish) ? "pass" : real(company));
      expect(moves(check, mutant, companies, [wish])).toContain(`${check} ${wish.register}.${wish.field}`);
    }
  },
);
