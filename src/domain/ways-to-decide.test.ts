import fc from "fast-check";
import { expect, test } from "vitest";
import { shortestWay, waysToDecide } from "./ways-to-decide.ts";

const check = fc
  .record({ parts: fc.nat(5), answered: fc.nat(5), register: fc.boolean() })
  .map(({ parts, answered, register }) => ({ parts, answered: Math.min(parts, answered), register }));

test("each check is counted once, under the most re-performable source that decides it", () => {
  const [whole, half, none, kept] = [
    { parts: 2, answered: 2, register: false },
    { parts: 2, answered: 1, register: false },
    { parts: 0, answered: 0, register: false },
    { parts: 0, answered: 0, register: true },
  ];
  expect(waysToDecide([whole, half, none, kept], 3)).toEqual({
    machine: 1,
    partly: 1,
    register: 1,
    person: 1,
    documents: 3,
  });
  expect(shortestWay([whole, half, none, kept], 3)).toEqual({
    machine: 0,
    register: 1,
    person: 1,
    documents: 3,
    notApplicable: 2,
  });
  fc.assert(
    fc.property(fc.array(check), fc.nat(), (checks, documents) => {
      const { machine, partly, register, person } = waysToDecide(checks, documents);
      const way = shortestWay(checks, documents);
      expect(machine + partly + register + person).toBe(checks.length);
      expect(way.machine + way.register + way.person + way.notApplicable).toBe(checks.length);
    }),
  );
});

test("a check that more of is answered is never counted as less re-performable", () => {
  fc.assert(
    fc.property(check, (item) => {
      const order = ({ machine, register, partly }: ReturnType<typeof waysToDecide>) =>
        machine * 3 + register * 2 + partly;
      const more = { ...item, answered: Math.min(item.parts, item.answered + 1) };
      expect(order(waysToDecide([more], 0))).toBeGreaterThanOrEqual(order(waysToDecide([item], 0)));
    }),
  );
});
