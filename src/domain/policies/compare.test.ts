import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareWords } from "./compare-words.ts";
import { comparePolicies, readableBlock } from "./compare.ts";

const words = fc.array(fc.constantFrom("a", "bee", "c's", "24", ".", ",", " ", "\n", "é", "\u{1F600}", "“"), {
  maxLength: 30,
});
const without = (kind: string, parts: ReturnType<typeof compareWords>) =>
  parts
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join("");

describe("a paragraph that changed", () => {
  test("has the words that were removed and added where they stand, and no more", () => {
    expect(
      compareWords("Every account is disabled within 24 hours.", "Every account is disabled within 8 hours."),
    ).toEqual([
      { kind: "same", text: "Every account is disabled within " },
      { kind: "removed", text: "24" },
      { kind: "added", text: "8" },
      { kind: "same", text: " hours." },
    ]);
    expect(compareWords("One two three.", "One four five three.")).toEqual([
      { kind: "same", text: "One " },
      { kind: "removed", text: "two" },
      { kind: "added", text: "four five" },
      { kind: "same", text: " three." },
    ]);
  });

  test("has both texts in it, whatever they are", () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        const parts = compareWords(before.join(""), after.join(""));
        expect(without("added", parts)).toBe(before.join(""));
        expect(without("removed", parts)).toBe(after.join(""));
        expect(parts.filter(({ text }) => text === "")).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test("is compared in a time that grows with its length alone, however much of it is another", () => {
    const long = (word: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${word}${at % 7} and`).join(" ");
    const kinds = (count: number) =>
      compareWords(`${long("a", count)} end`, `${long("b", count)} end`).map(({ kind }) => kind);
    const started = performance.now();
    // The fewest changes between these would take hundreds of millions of steps.
    expect(kinds(10_000)).toEqual(["removed", "added", "same"]);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(kinds(400)).toEqual(["removed", "added", "same"]);
    expect(kinds(10)).toHaveLength(30);
  });
});

describe("paragraphs of two versions", () => {
  const access = "Access is approved by the owner of a system before it is given to a person.";
  const mail = "Confidential attachments are sent as a protected link or an encrypted message.";

  test("are one that changed where most of their words are the same, and two where they are not", () => {
    expect(comparePolicies(`# A\n\n${access}\n\nEnd.`, `# A\n\n${access.replace("person", "team")}\n\nEnd.`)).toEqual([
      { kind: "same", text: "# A" },
      { kind: "changed", text: access.replace("person", "team"), parts: expect.any(Array) },
      { kind: "same", text: "End." },
    ]);
    expect(comparePolicies(access, mail).map(({ kind }) => kind)).toEqual(["removed", "added"]);
  });

  test("stay whole where they were moved, beside one that is alike", () => {
    const alike = access.replace("person", "team");
    const compared = comparePolicies(`${access}\n\n${mail}`, `${mail}\n\n${alike}\n\n${access}`);
    expect(compared.filter(({ kind }) => kind === "changed")).toEqual([]);
    expect(compared.filter(({ kind }) => kind === "same").map(({ text }) => text)).toEqual([mail]);
  });

  test("are read without the marks of headings and tables, but for one that alone is another", () => {
    expect(readableBlock("## Signing in")).toBe("Signing in");
    expect(readableBlock("| System | Rank |\n| --- | --- |\n| Mail | 1 |")).toBe("System | Rank\nMail | 1");
    expect(readableBlock("#1 of our rules is a | between words.")).toBe("#1 of our rules is a | between words.");
    expect(comparePolicies("## Signing in", "### Signing in")).toEqual([
      { kind: "changed", text: "### Signing in", parts: expect.any(Array) },
    ]);
    const parts = comparePolicies("## Signing in", "### Signing in")[0]!.parts!;
    expect(without("removed", parts)).toBe("### Signing in");
  });

  test("are read without the lines that bind them, but for a binding that is another", () => {
    const bound = (check: string, text: string) => `::: statement ${check}\n${text}\n:::`;
    const partsOf = (before: string, after: string) =>
      comparePolicies(before, after)
        .flatMap(({ parts }) => parts ?? [])
        .map(({ text }) => text)
        .join("");
    expect(partsOf(bound("a.b", access), bound("a.b", access.replace("person", "team")))).not.toContain(":::");
    expect(partsOf(bound("a.b", access), bound("a.c", access))).toContain("statement a.");
    expect(partsOf(bound("a.b", access), bound("a.c", access.replace("person", "team")))).toContain("statement a.");
  });
});
