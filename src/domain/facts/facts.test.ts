import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fact, FactPool } from "./fact.ts";
import { atLeastOf, atMostOf, countOf, everyOf, populationOf, someOf } from "./population.ts";
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

describe("where a fact is asked what it cannot know", () => {
  const path = ["x.at"];
  const unread = Fact.unread<number>("not granted", path);
  const absent = Fact.absent<number>(path);

  test("no question is answered of what was not read, nor put to it", () => {
    const never = () => {
      throw new Error("A question was put to what was not read");
    };
    expect(
      [
        unread.is(3),
        unread.oneOf([3]),
        unread.atMost(3),
        unread.atLeast(3),
        unread.holds(never),
        unread.exists(),
        unread.follow(never),
        unread.map(never).exists(),
        unread.orElse(3).is(3),
      ].map(outcome),
    ).toEqual(Array.from({ length: 9 }, () => "unknown"));
    expect(unread.say(never)).toBe("we were not allowed to read it");
    expect(unread.orElse(3).say(String)).toBe("we were not allowed to read it");
    expect(Fact.all([Fact.is(1, ["a"]), unread]).say(String)).toBe("we were not allowed to read it");
  });

  test("what was not read is not absent, whatever absence would answer", () => {
    const reading = Reading.of({ text: "none" }, "rule");
    for (const fact of [reading.at("missing").orNone().number(), reading.at("text").orNone().number()])
      for (const said of [true, false]) {
        const asked = [fact.is(3, said), fact.oneOf([3], said), fact.atMost(3, said), fact.atLeast(3, said)];
        const followed = fact.follow(() => yes!, said);
        expect([...asked, followed].map(outcome)).toEqual(Array.from({ length: 5 }, () => "unknown"));
      }
  });

  test("absence answers as is said, and nothing is asked of it", () => {
    const never = () => {
      throw new Error("A question was put to what is not there");
    };
    for (const said of [true, false]) {
      const asked = [absent.is(3, said), absent.oneOf([3], said), absent.atLeast(3, said), absent.holds(never, said)];
      expect(asked.map(outcome)).toEqual(asked.map(() => (said ? "pass" : "fail")));
    }
    expect(outcome(absent.map(never).exists())).toBe("fail");
    expect(absent.say(never)).toBe("there is none");
    expect(absent.say(never, "it never expires")).toBe("it never expires");
    expect(outcome(absent.orElse(3).is(3))).toBe("pass");
  });

  test("what follows from what is not there is not asked; absence alone never passes for a value", () => {
    const asked: number[] = [];
    const next = (is: Truth) => (value: number) => {
      asked.push(value);
      return is;
    };
    expect([yes!, no!, unknown!].map((is) => outcome(Fact.is(3, path).follow(next(is))))).toEqual([
      "pass",
      "fail",
      "unknown",
    ]);
    expect(asked).toEqual([3, 3, 3]);
    expect([true, false].map((said) => outcome(absent.follow(next(yes!), said)))).toEqual(["pass", "fail"]);
    expect(asked).toEqual([3, 3, 3]);
  });

  test("a value is the same, one of a list, or within a bound, and is so at the bound", () => {
    const three = Fact.is(3, path);
    const asked = [
      three.is(3),
      three.oneOf([1, 3]),
      three.atMost(3),
      three.atLeast(3),
      three.atLeast(2),
      three.atMost(4),
    ];
    expect(asked.map(outcome)).toEqual(asked.map(() => "pass"));
    const denied = [three.is(4), three.oneOf([1, 4]), three.oneOf([]), three.atMost(2), three.atLeast(4)];
    expect(denied.map(outcome)).toEqual(denied.map(() => "fail"));
    expect(outcome(three.orElse(4).is(3))).toBe("pass");
    expect(outcome(three.exists())).toBe("pass");
  });

  test("where one of several is absent it stands as nothing among them", () => {
    const all = Fact.all([Fact.is(1, ["a"]), absent as unknown as Fact<number | undefined>]);
    expect(all.say((values) => JSON.stringify(values))).toBe("[1,null]");
    expect(all.from).toEqual(["a", "x.at"]);
    expect(Fact.all([Fact.is(1, ["a"]), Fact.is(2, ["a"])]).from).toEqual(["a"]);
  });
});

describe("a reading of every shape", () => {
  const shapes: readonly (readonly [string, unknown])[] = [
    ["true", true],
    ["a number", 3],
    ["not a number", Number.NaN],
    ["no end", Number.POSITIVE_INFINITY],
    ["a text", "STRICT"],
    ["a numeral", "3"],
    ["a day", "2026-01-31"],
    ["a moment", "2026-01-31T10:00:00.5Z"],
    ["a moment elsewhere", "2026-01-31T10:00:00+02:00"],
    ["a day that is none", "2026-02-32"],
    ["a year", "2026"],
    ["a day in words", "January 31, 2026"],
    ["a day before words", "2026-01-31 or so"],
    ["a day behind words", "on 2026-01-31"],
    ["a moment without its offset", "2026-01-31T10:00:00"],
    ["an empty list", []],
    ["a list of texts", ["a", "b"]],
    ["a list of other things", ["a", 1]],
    ["a list of one day", ["2026-01-31"]],
    ["an object", { on: true }],
    ["null", null],
    ["nothing", undefined],
  ];
  const [listed, word, days] = [
    ["an empty list", "a list of texts", "a list of other things", "a list of one day"],
    ["a text"],
    ["a day", "a moment", "a moment elsewhere"],
  ];
  const texts = shapes.flatMap(([name, value]) => (typeof value === "string" ? [name] : []));

  test.each<[string, (reading: Reading) => Truth, readonly string[]]>([
    ["flag", (reading) => reading.flag().exists(), ["true"]],
    ["number", (reading) => reading.number().exists(), ["a number"]],
    ["text", (reading) => reading.text().exists(), texts],
    ["instant", (reading) => reading.instant().exists(), days!],
    ["listed value", (reading) => reading.oneOf({ STRICT: "strict" }).exists(), word!],
    ["list", (reading) => reading.list().exists(), listed!],
    ["list of texts", (reading) => reading.texts().exists(), ["an empty list", "a list of texts", "a list of one day"]],
    ["object", (reading) => reading.object().exists(), ["an object"]],
    ["list of which something is asked", (reading) => reading.every(() => yes!), listed!],
    ["object with a field", (reading) => reading.at("on").flag().exists(), ["an object"]],
  ])("is a %s of its own type alone, and of any other it is unknown", (_, asked, own) => {
    const known = shapes.filter(([, value]) => outcome(asked(Reading.of({ value }, "it").at("value"))) !== "unknown");
    expect(known.map(([name]) => name)).toEqual(own);
  });

  test("a day is its first moment in UTC, and a moment keeps its offset", () => {
    const instant = (at: string) =>
      Reading.of({ at }, "it")
        .at("at")
        .instant()
        .say((date) => date.toISOString());
    expect(instant("2026-01-31")).toBe("2026-01-31T00:00:00.000Z");
    expect(instant("2026-01-31T10:00:00+02:00")).toBe("2026-01-31T08:00:00.000Z");
  });

  test("says why, as it is asked further", () => {
    const why = (reading: Reading) => reading.at("of", "it").text().say(String);
    const document = { text: "of", list: ["of"], none: null };
    const read = Reading.of(document, "rule");
    expect([
      why(Reading.unread("not licensed", "rule")),
      why(read.at("text")),
      why(read.at("list")),
      why(read.at("none")),
      why(read.at("missing")),
      read.at("text", "of").list().say(String),
      Reading.unread("not granted", "rule").oneOf({}).say(String),
      read.at("text").oneOf({}).say(String),
      read.at("list").oneOf({}).say(String),
    ]).toEqual([
      "the plan does not include it",
      "the answer could not be read",
      "the answer could not be read",
      "the provider does not show it",
      "the provider does not show it",
      "the answer could not be read",
      "we were not allowed to read it",
      "the provider uses a value we do not know",
      "the answer could not be read",
    ]);
    expect(read.at("text", "of", "it").path).toBe("rule.text.of.it");
    expect(
      read
        .at("list")
        .list()
        .say(([first]) => first!.path),
    ).toBe("rule.list[0]");
    expect(
      read
        .at()
        .object()
        .say((own) => own.at("text").text().say(String)),
    ).toBe("of");
  });

  test("that null means none is said of one reading, and not of what is read of it or beside it", () => {
    const read = Reading.of({ none: null, list: [null] }, "rule");
    expect(outcome(read.at("none").orNone().flag().exists())).toBe("fail");
    expect(outcome(read.at("none").orNone().at().flag().exists())).toBe("unknown");
    expect(
      outcome(
        read
          .at("list")
          .orNone()
          .every((element) => element.flag().exists()),
      ),
    ).toBe("unknown");
    expect(
      outcome(
        read
          .at("none")
          .orNone()
          .every(() => yes!),
      ),
    ).toBe("unknown");
    expect(outcome(Reading.unread("not granted", "rule").orNone().flag().exists())).toBe("unknown");
  });
});

describe("a truth", () => {
  test.each<[string, (first: Truth, second: Truth) => Truth, (first: Truth, other: () => Truth) => Truth, Truth]>([
    ["or", (first, second) => first.or(second), (first, other) => first.orElse(other), yes!],
    ["and", (first, second) => first.and(second), (first, other) => first.andThen(other), no!],
  ])("asks for the other side of `%s` only where its own does not decide", (_, eager, lazy, decides) => {
    for (const first of [yes!, no!, unknown!])
      for (const second of [yes!, no!, unknown!]) {
        let asked = false;
        const came = lazy(first, () => {
          asked = true;
          return second;
        });
        expect(outcome(came)).toBe(outcome(eager(first, second)));
        expect(asked).toBe(first !== decides);
      }
  });

  test("is said in one of three ways", () => {
    const words = { yes: "on", no: "off", unknown: "not read" };
    expect([yes!, no!, unknown!].map((is) => is.say(words))).toEqual(["on", "off", "not read"]);
  });
});

describe("what a population's answer rests on", () => {
  const of = (members: readonly Truth[], whole: Truth) => populationOf("people", members, whole);
  const itself = (member: Truth) => member;
  const [whole, partly, ended] = [true, "unknown" as const, false].map((is) => Truth.of(is, ["pages"]));

  test("counts what is so for certain, and what may be", () => {
    expect(countOf(of([yes!, no!, unknown!, unknown!, yes!, yes!], whole!), itself)).toEqual({
      certain: 3,
      unknown: 2,
    });
  });

  test("names the population where its members decide, and its end where that does", () => {
    const most = (members: readonly Truth[], end: Truth) => {
      const answer = atMostOf(of(members, end), 1, itself);
      return [outcome(answer), ...answer.because];
    };
    expect(most([yes!, yes!], ended!)).toEqual(["fail", "people"]);
    expect(most([yes!, unknown!], whole!)).toEqual(["unknown", "people"]);
    expect(most([yes!, no!], whole!)).toEqual(["pass", "people", "pages"]);
    expect(most([unknown!], whole!)).toEqual(["pass", "people", "pages"]);
    expect(most([], partly!)).toEqual(["unknown", "pages"]);
    expect(most([], ended!)).toEqual(["unknown", "pages"]);
    expect(everyOf(of([], ended!), itself).because).toEqual(["pages"]);
    expect(outcome(everyOf(of([yes!], ended!), itself))).toBe("unknown");
    expect(outcome(someOf(of([no!], ended!), itself))).toBe("unknown");
  });

  test("at least none are so of whatever was read, and at least one only where one is", () => {
    const least = (bound: number, members: readonly Truth[], end: Truth) => {
      const answer = atLeastOf(of(members, end), bound, itself);
      return [outcome(answer), ...answer.because];
    };
    for (const bound of [0, -1]) expect(least(bound, [], partly!)).toEqual(["pass", "people"]);
    expect(least(1, [], whole!)).toEqual(["fail", "people", "pages"]);
    expect(least(1, [unknown!], whole!)).toEqual(["unknown", "people"]);
    expect(least(1, [yes!], partly!)).toEqual(["pass", "people"]);
  });
});

describe("a pooled fact", () => {
  const value = fc.oneof(
    fc.boolean(),
    fc.nat(3),
    fc.constantFrom("admin", "never", "true", "0", "not shown", "a name that is longer than others"),
    fc.constantFrom(0, 1, 86_400_000).map((at) => new Date(at)),
    fc.constantFrom(["a"], ["b"]),
  );
  const fact: fc.Arbitrary<Fact<unknown, true>> = fc.oneof(
    value.map((own) => Fact.is<unknown>(own, ["a.b"]) as unknown as Fact<unknown, true>),
    fc.constant(Fact.absent<unknown>(["a.c"])),
    fc
      .constantFrom("not asked" as const, "not shown" as const, "malformed" as const)
      .map((why) => Fact.unread<unknown>(why, ["a.d"]) as unknown as Fact<unknown, true>),
  );

  test("answers what it answered before, among whichever others it is pooled", () => {
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 12 }), value, (facts, asked) => {
        const pool = new FactPool();
        const answers = (own: Fact<unknown, true>) => [
          own.say((held) => `${typeof held} ${held instanceof Date ? held.getTime() : String(held)}`),
          own.is(asked, true).outcome(),
          own.is(asked, false).outcome(),
          own.exists().outcome(),
        ];
        return facts.every((own) => isDeepStrictEqual(answers(own.pooled(pool)), answers(own)));
      }),
    );
  });

  test("is held once for all that say the same, and knows no place", () => {
    const pool = new FactPool();
    const [first, other] = ["a.b", "a.c"].map((path) => Fact.is("human", [path]).pooled(pool));
    expect(first).toBe(other);
    expect(first!.from).toEqual([]);
    expect(Fact.is(new Date(5), ["a"]).pooled(pool)).toBe(Fact.is(new Date(5), ["b"]).pooled(pool));
    expect(Fact.unread("not shown", ["a"]).pooled(pool)).toBe(Fact.unread("not shown", ["b"]).pooled(pool));
    expect(Fact.is("not shown", ["a"]).pooled(pool)).not.toBe(Fact.unread("not shown", ["b"]).pooled(pool));
  });
});

test("a path is put together as it was walked, of fields and of elements", () => {
  const read = Reading.of({ rules: [{ ports: { from: 22 } }] }, "group:1");
  const from = read
    .at("rules")
    .list()
    .map(([first]) => first!.at("ports", "from").number().exists().because[0]);
  expect(from.say(String)).toBe("group:1.rules[0].ports.from");
});
