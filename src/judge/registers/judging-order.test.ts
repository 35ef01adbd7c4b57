import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeInOrder, saidInstead, saidOnce } from "./judging-order.ts";
import { passes } from "./registers.ts";

const big: Readonly<Record<string, number>> = { people: 10_000, sites: 10_000, tests: 10_000, actions: 10_000 };

function asking(judged: string[]) {
  return (name: string, ...reads: string[]) =>
    saidOnce({ name, reads }, () => {
      judged.push(name);
      return passes(name, []);
    });
}

test("all is judged, each once, and what reads registers that are held before what reads others", () => {
  const judged: string[] = [];
  const say = asking(judged);
  const said = [
    say("a", "people"),
    say("b", "sites"),
    say("c", "people", "tests"),
    say("d"),
    say("e", "sites"),
    say("f", "tests", "actions"),
    say("g", "tests"),
  ];
  expect(judged).toEqual([]);
  judgeInOrder(said, (register) => big[register] ?? 0);
  // "d" reads none; of what needs another register, that which needs most of those that are held.
  expect(judged).toEqual(["d", "a", "c", "g", "f", "b", "e"]);
  expect(said.map(({ verdict }) => verdict.reason)).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
  expect(judged).toHaveLength(7);
});

test("whatever reads what, all of it is judged once", () => {
  const reads = fc.array(fc.constantFrom(...Object.keys(big), "small"), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(reads, { maxLength: 8 }), fc.nat(40_000), (all, size) => {
      const judged: string[] = [];
      const say = asking(judged);
      const said = all.map((own, at) => say(String(at), ...own));
      judgeInOrder(said, (register) => (register === "small" ? 3 : size));
      expect(judged.toSorted((a, b) => Number(a) - Number(b))).toEqual(said.map(({ name }) => name));
    }),
  );
});

test("another verdict of the same is judged when it is asked for, and the first one only if that asks for it", () => {
  const judged: string[] = [];
  const said = asking(judged)("a", "people");
  const instead = saidInstead(said, () => {
    judged.push("instead");
    return passes("b", []);
  });
  expect(judged).toEqual([]);
  expect([instead.name, instead.reads, instead.verdict.reason]).toEqual(["a", ["people"], "b"]);
  expect(instead.verdict.reason).toBe("b");
  expect(judged).toEqual(["instead"]);
});
