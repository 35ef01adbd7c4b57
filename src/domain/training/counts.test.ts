import fc from "fast-check";
import { expect, test } from "vitest";
import { countStandings } from "./counts.ts";
import { standingIn } from "./due.ts";

const day = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 86_400_000);
const NOW = day(400);

test("counts of people together are the counts of each of them alone", () => {
  const group = fc.record({
    people: fc.integer({ min: 1, max: 3 }),
    since: fc.integer({ min: 300, max: 420 }).map(day),
    passedAt: fc.option(fc.integer({ min: 0, max: 400 }).map(day), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(group, { maxLength: 12 }), (groups) => {
      const each = groups.flatMap(({ people, since, passedAt }) => {
        const finished = passedAt ? [{ course: "security", passed: true, at: passedAt }] : [];
        return Array.from({ length: people }, () =>
          standingIn("security", finished, { startsAt: since, addedAt: day(0) }, NOW),
        );
      });
      const days = each.flatMap(({ isToDo, passedUntil, due }) => (isToDo ? (passedUntil ?? due).getTime() : []));
      expect(countStandings("security", groups, NOW)).toEqual({
        left: each.filter(({ passedUntil }) => !passedUntil).length,
        late: each.filter(({ passedUntil, due }) => !passedUntil && due <= NOW).length,
        again: each.filter(({ passedUntil, isToDo }) => passedUntil && isToDo).length,
        nextDue: days.length > 0 ? new Date(Math.min(...days)) : null,
      });
    }),
  );
});

test("of nobody nothing is due", () => {
  expect(countStandings("security", [], NOW)).toEqual({ left: 0, late: 0, again: 0, nextDue: null });
});
