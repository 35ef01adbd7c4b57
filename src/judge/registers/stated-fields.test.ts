import { describe, expect, test } from "vitest";
import { having, outcomeOf } from "#tests/support/kept-company.ts";
import { moments } from "#tests/support/moments.ts";
import { moves, typedWishes, wishing } from "#tests/support/typed-wishes.ts";
import type { Decide } from "#tests/support/typed-wishes.ts";
import { says } from "#tests/support/wishes.ts";
import type { Wish } from "#tests/support/wishes.ts";

// Checks that rest on accounts, policies, courses and reviews: whatever somebody types, none of them passes that did not. Those that rest on
// registers alone are asked the same in registers.test.ts.

/** Stated fields that a check asks for by its own sentence. */
const DECLARES: Readonly<Record<string, string>> = {
  "accounts.one-person-each people.endsAt": "until when somebody works here",
};

describe.each(Object.entries(moments))("%s", (check, [, failing, unknown]) => {
  const real: Decide = (company) => outcomeOf(check, company);
  const companies = [failing[1], unknown[1]];

  test("passes nothing that did not pass by what is typed, but for what the check asks somebody to declare", () => {
    expect(companies.map(real)).not.toContain("pass");
    const declared = Object.keys(DECLARES).filter((name) => name.startsWith(`${check} `));
    expect([...new Set(moves(check, real, companies, typedWishes))].toSorted()).toEqual(declared.toSorted());
  });

  test("would not do so unnoticed: a predicate that asks one more stated field is caught", () => {
    const isNew = (wish: Wish) => companies.every(({ lists }) => !says(lists[wish.register] ?? [], wish));
    const probes = ["people", "approvals", "signed-terms"].map((key) =>
      typedWishes.findLast((wish) => wish.register === key && isNew(wish)),
    );
    for (const wish of probes.map((probe) => probe!)) {
      const mutant: Decide = (company) => (says(company.lists[wish.register] ?? [], wish) ? "pass" : real(company));
      expect(moves(check, mutant, companies, [wish])).toContain(`${check} ${wish.register}.${wish.field}`);
    }
  });
});

test("wishes reach what is asked: somebody who stopped working here a year ago is asked nothing", () => {
  const wish = typedWishes.find(({ field }) => field === "endsAt")!;
  const { people } = wishing(having({}), wish).lists;
  expect(people!.every(({ fields }) => fields["endsAt"] === wish.value)).toBe(true);
});
