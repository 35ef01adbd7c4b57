import fc from "fast-check";
import { expect, test } from "vitest";
import { pageOfPeople } from "./people-page.ts";

const person = (number: number, name: string, state: "passed" | "due" | "late") => ({
  row: { number, name },
  own: [{ state }],
  isDone: state === "passed",
});
const numbers = ({ people }: ReturnType<typeof pageOfPeople>) => people.map(({ row }) => row.number);
const people = [
  person(1, "Zoë Berg", "late"),
  person(2, "Ann Olsen", "passed"),
  person(3, "ben Olsen", "due"),
  person(4, "Cora Lind", "late"),
];

test("late people come first, then who has something to do, by their names", () => {
  expect(numbers(pageOfPeople(people))).toEqual([4, 1, 3, 2]);
});

test("a search finds words of a name in their order, in any case, and a number", () => {
  const found = (search: string) => numbers(pageOfPeople(people, { search, limit: 50 }));
  expect(found("olsen")).toEqual([3, 2]);
  expect(found(" BEN  ols ")).toEqual([3]);
  expect(found("zoë")).toEqual([1]);
  expect(found("per-4")).toEqual([4]);
  expect(found("olsen ann")).toEqual([]);
  expect(pageOfPeople(people, { search: "olsen", limit: 1 })).toMatchObject({ found: 2, next: "1 3 ben olsen" });
});

test("pages lead to everyone once, also where who was shown last has passed or left meanwhile", () => {
  const anyone = fc.record({
    name: fc.constantFrom("Ann", "ann", "Ann  B 2", "Ö", "z 1 2"),
    state: fc.constantFrom("passed", "due", "late"),
  });
  fc.assert(
    fc.property(
      fc.array(anyone, { maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      (given, limit, leave) => {
        const all = given.map(({ name, state }, at) => person(at + 1, name, state));
        const seen: number[] = [];
        let [left, after] = [all, undefined as string | undefined];
        while (seen.length <= all.length) {
          const page = pageOfPeople(left, { limit, after });
          seen.push(...numbers(page));
          if (page.next === null) break;
          after = page.next;
          if (leave) left = left.filter(({ row }) => row.number !== seen.at(-1));
        }
        expect(seen).toEqual(numbers(pageOfPeople(all)));
      },
    ),
    { numRuns: 50 },
  );
});
