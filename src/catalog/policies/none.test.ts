import { expect, test } from "vitest";
import { composePolicy, linesOf, offeredPromises, policyEditions } from "./compose.ts";
import type { PolicyEdition } from "./compose.ts";
import { mayAnswer, questionsIn } from "./answers.ts";
import { libraryPolicies } from "./kinds.ts";
import { findLibraryText, libraryDocuments } from "./library/index.ts";
import { policyQuestions, takesAnswer } from "./questions.ts";

const OFFICES = "physical.physical-policy";
const askedIn = (edition: PolicyEdition) =>
  new Set(libraryPolicies.flatMap((kind) => questionsIn(kind.documentId, edition)));

test("what a company does not have is said, with its rules left out, and is nothing that is left to do", () => {
  const unanswered = composePolicy(OFFICES, "software", {}, "Acme")!;
  const none = composePolicy(OFFICES, "software", { offices: "none" }, "Acme")!;
  expect(unanswered.text).toContain("badges");
  expect(unanswered.text).not.toContain("We have no office");
  expect(unanswered.left.map(({ question }) => question)).toContain("offices");
  expect(none.text).toContain("::: statement\nWe have no office.");
  expect(none.text).not.toMatch(/badges|shredder|exits|visitors/);
  expect(none.left.map(({ question }) => question)).not.toContain("offices");
});

test("who has none of something is offered that sentence and none of its promises, and nothing where the text says so", () => {
  const offered = (text: string, offices?: "yes" | "none") =>
    offeredPromises(OFFICES, text, offices ? { offices } : {}).map((promise) => [promise.question, promise.text]);
  const unanswered = composePolicy(OFFICES, "software", {}, "Acme")!.text;
  const asked = policyQuestions.find(({ key }) => key === "offices")!.question;
  const sites = [asked, expect.stringMatching(/^Every site is listed/)];
  const none = [`${asked} We have no office.`, expect.stringMatching(/^We have no office\./)];
  expect(offered(unanswered)).toEqual(expect.arrayContaining([sites]));
  expect(offered(unanswered, "yes")).toEqual(offered(unanswered));
  expect(offered(unanswered)).not.toEqual(expect.arrayContaining([none]));
  expect(offered(unanswered, "none")).toEqual(expect.arrayContaining([none]));
  expect(offered(unanswered, "none").map(([question]) => question)).not.toContain(asked);
  const said = composePolicy(OFFICES, "software", { offices: "none" }, "Acme")!.text;
  expect(offered(said, "none").filter(([question]) => question!.startsWith(asked))).toEqual([]);
});

test("who handles no health information for others is offered no promise about it", () => {
  const text = composePolicy("policies.security-policy", "software", {}, "Acme")!.text;
  const offered = (hipaa: "yes" | "none") =>
    offeredPromises("policies.security-policy", text, { hipaa }).filter((promise) => promise.text.includes("HIPAA"));
  expect([offered("yes").length, offered("none").length]).toEqual([1, 0]);
});

test("that a company has none of something binds no check, so that nothing passes by it", () => {
  for (const id of libraryDocuments)
    for (const { none, check } of linesOf(findLibraryText(id)!))
      expect([id, none === undefined || check === undefined]).toEqual([id, true]);
});

test("an answer that a question does not take is none: it is not kept, promises nothing and opens no action", () => {
  expect(mayAnswer({ offices: "none", hipaa: "none", mfa: "not yet", leavers: null })).toBe(true);
  expect([mayAnswer({ mfa: "none" }), mayAnswer({ hipaa: "not yet" }), mayAnswer({ other: "yes" })]).toEqual([
    false,
    false,
    false,
  ]);
  const fact = composePolicy("policies.security-policy", "law", { hipaa: "not yet", mfa: "none" }, "Acme")!;
  expect(fact.left.filter(({ notYet }) => notYet)).toEqual([]);
  expect(fact.left.map(({ question }) => question)).toEqual(expect.arrayContaining(["hipaa", "mfa"]));
});

test("who handles no health information for others has no rule about it", () => {
  for (const edition of policyEditions)
    for (const { documentId } of libraryPolicies) {
      const text = (hipaa: "yes" | "none") =>
        composePolicy(documentId, edition, { hipaa, offices: "yes" }, "Acme")!.text;
      expect([documentId, text("none")]).not.toEqual([
        documentId,
        expect.stringMatching(/HIPAA|business associate agreement with/),
      ]);
      expect(text("yes").length).toBeGreaterThanOrEqual(text("none").length);
    }
  expect(composePolicy("confidentiality.handling-policy", "software", { hipaa: "yes" }, "Acme")!.text).toMatch(
    /business associate.*minimum necessary/s,
  );
});

test("each edition is asked what its own sentences need, and nothing that only the other does", () => {
  const [law, software] = policyEditions.map(askedIn) as [Set<string>, Set<string>];
  const all = policyQuestions.map(({ key }) => key);
  expect(all.filter((key) => !software.has(key))).toEqual(["it-provider", "walls"]);
  expect(all.filter((key) => !law.has(key))).toEqual([
    "no-secrets",
    "key-rotation",
    "production",
    "production-data",
    "tests",
    "libraries",
    "redundancy",
    "secure-coding",
  ]);
  expect([law.size, software.size]).toEqual([41, 47]);
});

test("every question takes a yes, and whoever takes a “none” has a sentence or a rule for it", () => {
  const follows = new Set(
    libraryDocuments.flatMap((id) => linesOf(findLibraryText(id)!).flatMap(({ none, unless }) => none ?? unless ?? [])),
  );
  for (const { key } of policyQuestions) {
    expect([key, takesAnswer(key, "yes")]).toEqual([key, true]);
    expect([key, follows.has(key)]).toEqual([key, takesAnswer(key, "none")]);
  }
});

test("who runs an office network and no server keeps the rules of networks, and is promised no scan and no intrusion test", () => {
  const answers = { networks: "yes", scans: "none", "intrusion-tests": "none" } as const;
  for (const edition of policyEditions) {
    const [hardening, patches] = ["network.hardening-standard", "vulns.patch-policy"].map((id) =>
      composePolicy(id, edition, answers, "Acme")!,
    );
    expect(hardening!.text).toContain("Networks let in only what a rule allows.");
    expect(patches!.text).toContain("We run no server of our own");
    expect(patches!.text).not.toMatch(/network|testers|scanned/i);
    expect(patches!.left.map(({ question }) => question)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(scans|intrusion-tests)$/)]),
    );
  }
});

test("no sentence names as “it” or “they” what stands before it under a condition of its own", () => {
  const POINTS_BACK = /^(?:- |\d+\. )?(?:it|its|they|their|theirs|these|those|such|that|this)\b/i;
  const conditionOf = ({ question, none, unless }: ReturnType<typeof linesOf>[number]) =>
    question ?? none ?? (unless === undefined ? undefined : `not ${unless}`);
  for (const edition of policyEditions)
    for (const id of libraryDocuments) {
      const lines = linesOf(findLibraryText(id)!).filter((line) => (line.edition ?? edition) === edition);
      const open = lines.filter((line, at) => {
        const before = lines[at - 1];
        const condition = before && conditionOf(before);
        return POINTS_BACK.test(line.text ?? "") && condition !== undefined && condition !== conditionOf(line);
      });
      expect([id, open.map(({ text }) => text)]).toEqual([id, []]);
    }
});
