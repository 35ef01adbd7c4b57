import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fact } from "./fact.ts";
import { atLeastOf, atMostOf, everyOf, populationOf, someOf } from "./population.ts";
import { Reading } from "./reading.ts";
import { Truth } from "./truth.ts";

const [yes, no, unknown] = [true, false, "unknown" as const].map((is) => Truth.of(is, ["x"]));
const truth = fc.constantFrom(yes!, no!, unknown!);
const known = fc.constantFrom(yes!, no!);
const outcome = (truth: Truth) => truth.outcome();

/** A formula over three truths, and the same with others in their places. */
type Formula = (parts: readonly Truth[]) => Truth;
const formula: fc.Arbitrary<Formula> = fc.letrec<{ any: Formula }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.nat(2).map((at) => (parts: readonly Truth[]) => parts[at]!),
    tie("any").map((inner) => (parts: readonly Truth[]) => inner(parts).not()),
    fc
      .array(tie("any"), { maxLength: 3 })
      .map((all) => (parts: readonly Truth[]) => Truth.all(all.map((item) => item(parts)))),
    fc
      .array(tie("any"), { maxLength: 3 })
      .map((all) => (parts: readonly Truth[]) => Truth.any(all.map((item) => item(parts)))),
  ),
})).any;

test("whatever is not read in a formula never decides it: a known value in its place does not turn what was decided", () => {
  fc.assert(
    fc.property(formula, fc.tuple(truth, truth, truth), fc.tuple(known, known, known), (of, some, all) => {
      const before = outcome(of(some));
      const filled = some.map((item, at) => (outcome(item) === "unknown" ? all[at]! : item));
      return before === "unknown" || outcome(of(filled)) === before;
    }),
  );
});

test("of no truths, all are and none is", () => {
  expect([outcome(Truth.all([])), outcome(Truth.any([]))]).toEqual(["pass", "fail"]);
});

test("what fails a conjunction is named, and not the rest", () => {
  const [a, b] = [Truth.of(true, ["a"]), Truth.of(false, ["b"])];
  expect(a.and(b).because).toEqual(["b"]);
  expect(a.or(b).because).toEqual(["a"]);
  expect(a.and(unknown!).because).toEqual(["x"]);
});

describe("a reading", () => {
  const read = Reading.of(
    { on: true, days: 30, mode: "STRICT", none: null, list: [{ on: true }, { on: true }] },
    "rule",
  );
  const modes = { STRICT: "strict", LOOSE: "loose" };

  test("answers what is there", () => {
    expect(outcome(read.at("on").flag().is(true))).toBe("pass");
    expect(outcome(read.at("days").number().atMost(30))).toBe("pass");
    expect(outcome(read.at("days").number().atLeast(31))).toBe("fail");
    expect(outcome(read.at("mode").oneOf(modes).is("strict"))).toBe("pass");
    expect(outcome(read.at("list").every((element) => element.at("on").flag().is(true)))).toBe("pass");
    expect(outcome(read.at("list").some((element) => element.at("on").flag().is(false)))).toBe("fail");
    expect(read.at("list").every((element) => element.at("on").flag().is(true)).because).toContain("rule.list[1].on");
  });

  test.each([
    ["a missing field", read.at("off").flag().is(true)],
    ["a field of a missing field", read.at("off", "on").flag().is(true)],
    ["null, where nobody said what it means", read.at("none").flag().is(true)],
    ["null, denied", read.at("none").flag().is(true).not()],
    ["another type", read.at("days").flag().is(true)],
    ["a value that no table lists", read.at("mode").oneOf({ OTHER: 1 }).is(1)],
    ["a name of every object", Reading.of({ mode: "constructor" }, "x").at("mode").oneOf(modes).is("strict")],
    ["an inherited field", read.at("toString").text().exists()],
    ["a list that is none", read.at("days").every(() => yes!)],
    ["some of a list that was not read", read.at("off").some(() => yes!)],
    ["a document that could not be read", Reading.unread("not granted", "rule").at("on").flag().is(true)],
    ["a day that is none", Reading.of({ at: "2026-13-40" }, "x").at("at").instant().exists()],
    [
      "a shape that does not fit",
      read
        .at("mode")
        .text()
        .map(() => {
          throw new Error("no");
        })
        .exists(),
    ],
  ])("is unknown of %s", (_, asked) => expect(outcome(asked)).toBe("unknown"));

  test("says what absence means wherever a fact may be absent", () => {
    const none = read.at("none").orNone().number();
    expect(outcome(none.atMost(3, true))).toBe("pass");
    expect(outcome(none.atMost(3, false))).toBe("fail");
    expect(outcome(none.exists())).toBe("fail");
    expect(outcome(read.at("missing").orNone().number().exists())).toBe("unknown");
    // @ts-expect-error: a fact that may be absent cannot be asked without saying what absence means
    none.atMost(3);
    // @ts-expect-error: a fact that cannot be absent has no answer for it
    read.at("days").number().atMost(3, true);
  });

  test("is unknown of a value that does not say", () => {
    expect(outcome(Fact.is(3, ["x"]).holds((own) => (own > 5 ? true : undefined)))).toBe("unknown");
    expect(outcome(Fact.is(7, ["x"]).holds((own) => (own > 5 ? true : undefined)))).toBe("pass");
  });

  test("is one of several, and unread as soon as one of them is", () => {
    const [days, none] = [read.at("days").number(), read.at("none").orNone().number().orElse(0)];
    const sum = Fact.all([days, none]).map(([item, other]) => item + other);
    expect(sum.from).toEqual(["rule.days", "rule.none"]);
    expect(outcome(sum.exists())).toBe("pass");
    expect(outcome(Fact.all([days, read.at("missing").number()]).exists())).toBe("unknown");
    expect(outcome(Fact.all([]).exists())).toBe("pass");
  });

  test("is a list of texts, unless one is none", () => {
    const lists = Reading.of({ good: ["a", "b"], odd: ["a", 1] }, "it");
    expect(
      outcome(
        lists
          .at("good")
          .texts()
          .holds((all) => all.join() === "a,b"),
      ),
    ).toBe("pass");
    expect(outcome(lists.at("odd").texts().exists())).toBe("unknown");
  });

  test("tells people why it is not known", () => {
    expect(read.at("off").text().say(String)).toBe("the provider does not show it");
    expect(read.at("mode").oneOf({ OTHER: 1 }).say(String)).toBe("the provider uses a value we do not know");
    expect(read.at("none").orNone().text().say(String)).toBe("there is none");
  });
});

describe("a population", () => {
  test("that is not whole passes nothing about every member, and denies none", () => {
    fc.assert(
      fc.property(
        fc.array(truth, { maxLength: 5 }),
        fc.constantFrom(no!, unknown!),
        fc.nat(4),
        (members, whole, most) => {
          const some = populationOf("people", members, whole);
          expect(outcome(everyOf(some, (item) => item))).not.toBe("pass");
          expect(outcome(someOf(some, (item) => item))).not.toBe("fail");
          expect(outcome(atMostOf(some, most, (item) => item))).not.toBe("pass");
          expect(outcome(atLeastOf(some, most + 1, (item) => item))).not.toBe("fail");
        },
      ),
    );
  });

  test("answers by its members where it is whole", () => {
    fc.assert(
      fc.property(fc.array(known, { maxLength: 5 }), fc.nat(5), (members, most) => {
        const all = populationOf("people", members, yes!);
        const so = members.filter((member) => outcome(member) === "pass").length;
        expect(outcome(everyOf(all, (item) => item))).toBe(so === members.length ? "pass" : "fail");
        expect(outcome(someOf(all, (item) => item))).toBe(so > 0 ? "pass" : "fail");
        expect(outcome(atMostOf(all, most, (item) => item))).toBe(so <= most ? "pass" : "fail");
        expect(outcome(atLeastOf(all, most, (item) => item))).toBe(so >= most ? "pass" : "fail");
      }),
    );
  });
});
