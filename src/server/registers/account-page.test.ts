import fc from "fast-check";
import { expect, test } from "vitest";
import { pageOfAccounts } from "./account-page.ts";
import type { UnownedPlace } from "./kept-accounts.ts";

const accounts = fc.array(fc.constantFrom("owned" as const, "unowned" as const, "asked" as const), { maxLength: 5 });

test("pages hold every account once, those that are asked about first, each in the order of the lists", () => {
  fc.assert(
    fc.property(fc.array(accounts, { maxLength: 4 }), fc.integer({ min: 1, max: 7 }), (lists, limit) => {
      const all = lists.flatMap((own, at) =>
        own.map((is, index) => ({
          list: at + 1,
          rank: index + 1,
          asked: is === "asked",
          ...(is !== "owned" && { suggestion: `${at} ${index}` }),
        })),
      );
      const known = new Map(
        lists.map((own, at): [string, UnownedPlace[]] => [
          `c${at}`,
          own.flatMap((is, index) => (is === "owned" ? [] : [[index + 1, `${at} ${index}`, is === "asked"]])),
        ]),
      );
      const paged = lists.map((own, at) => ({ list: at + 1, connection: `c${at}`, count: own.length }));
      const turned = (show: "all" | "unmatched", total: number) =>
        Array.from({ length: Math.ceil(total / limit) + 1 }, (_, page) => {
          const found = pageOfAccounts(paged, known, { show, skip: page * limit, limit });
          expect(found.total).toBe(total);
          return found.places;
        }).flat();
      const asked = all.filter((account) => account.asked);
      expect(turned("unmatched", asked.length)).toEqual(asked);
      expect(turned("all", all.length)).toEqual([...asked, ...all.filter((account) => !account.asked)]);
    }),
    { numRuns: 200 },
  );
});
