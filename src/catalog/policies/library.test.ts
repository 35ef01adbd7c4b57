import { syllable } from "syllable";
import { describe, expect, test } from "vitest";
import { allChecks, findControl } from "#catalog/index.ts";
import { unmeasuredFigures } from "#domain/policies/measured-figures.ts";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import { composePolicy, linesOf, offeredPromises, policyEditions, promisesOf } from "./compose.ts";
import type { PolicyAnswer } from "./compose.ts";
import { libraryPolicies, policyFacts, policyKinds, policyTables } from "./kinds.ts";
import { promisedSentences } from "#domain/policies/statements.ts";
import { findLibraryText, libraryDocuments } from "./library/index.ts";
import { policyQuestions, takesAnswer } from "./questions.ts";

const known = {
  checks: new Set(allChecks.map(({ id }) => id)),
  facts: new Set<string>(policyFacts),
  tables: new Set<string>(policyTables),
};
type Answers = Readonly<Record<string, PolicyAnswer>>;
const answered = (answer: (key: string, at: number) => PolicyAnswer | undefined): Answers =>
  Object.fromEntries(
    policyQuestions.flatMap(({ key }, at) => {
      const given = answer(key, at);
      return given === undefined ? [] : [[key, given] as const];
    }),
  );
const allYes = answered(() => "yes");
const allNone = answered((key) => (takesAnswer(key, "none") ? "none" : undefined));
/** What companies may have answered: nothing, all, none of it yet, that they have none of it, every second question, and one alone. */
const answerSets: readonly Answers[] = [
  {},
  allYes,
  answered(() => "not yet"),
  allNone,
  { ...allYes, ...allNone },
  answered((_, at) => (at % 2 === 0 ? "yes" : "not yet")),
  answered((_, at) => (at % 2 === 1 ? "yes" : undefined)),
  ...policyQuestions.map(({ key: only }) => answered((key) => (key === only ? "yes" : undefined))),
];

/** Words of a text as people read them, without headings, tables and what Exhibit fills in. */
const proseOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "" && !/^(#|:::|\|)/.test(line))
    .map((line) => line.replace(/^(?:- |\d+\. )/, "").replaceAll(/[*`]/g, ""));
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word));

/**
 * The reading age of a text: five years more than its grade by Flesch and Kincaid (J. P. Kincaid and others, "Derivation of New Readability
 * Formulas", Naval Technical Training Command, 1975).
 */
function readingOf(text: string) {
  const sentences = proseOf(text).flatMap((line) => line.split(/(?<=[.:?!])\s+/).filter((part) => /\w/.test(part)));
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0);
  const grade = (0.39 * words.length) / sentences.length + (11.8 * syllables) / words.length - 15.59;
  return { age: grade + 5, longest: Math.max(...sentences.map((sentence) => wordsOf(sentence).length)) };
}

test("the library has every policy that controls expect and three more, and asks each of its questions somewhere", () => {
  expect(new Set(libraryDocuments)).toEqual(new Set(libraryPolicies.map(({ documentId }) => documentId)));
  expect([policyKinds.length, libraryPolicies.length]).toEqual([19, 22]);
  for (const { documentId, controlId } of libraryPolicies)
    expect(findControl(controlId)?.id, documentId).toBe(controlId);
  const asked = libraryDocuments.flatMap((id) =>
    linesOf(findLibraryText(id)!).flatMap(({ question }) => question ?? []),
  );
  expect(new Set(asked)).toEqual(new Set(policyQuestions.map(({ key }) => key)));
});

describe.each(policyEditions.flatMap((edition) => libraryDocuments.map((id) => [edition, id] as const)))(
  "%s %s",
  (edition, id) => {
    test("is the Markdown of policies, at most 900 words long, with statements of checks that exist", () => {
      for (const answers of answerSets) {
        const { text } = composePolicy(id, edition, answers, "Calder & Finch LLP")!;
        const read = readPolicyText(text, known);
        expect(read).toMatchObject({ ok: true });
        expect(JSON.stringify(read)).not.toMatch(/"text":"(\||- |:::)/);
        expect(text.split(/\s+/).length).toBeLessThanOrEqual(900);
        expect(text).not.toMatch(/\{|\?[a-z]|^(law|software):/m);
      }
    });
    // Everybody at a company signs these. Plain English asks for a reading age of about 15, and for sentences of about 15 words, none of which
    // has more than 25; the words of law and security are longer than those of newspapers, so that the target is no lower.
    test("is read at the age of 15, whatever was answered", () => {
      for (const answers of answerSets) {
        const { age, longest } = readingOf(composePolicy(id, edition, answers, "Acme")!.text);
        expect(age).toBeLessThanOrEqual(15);
        expect(longest).toBeLessThanOrEqual(25);
      }
    });
    test("has no statement without an affirmed answer, and each is bound to the check of its line", () => {
      const lines = linesOf(findLibraryText(id)!).filter(
        (line) => line.edition === undefined || line.edition === edition,
      );
      for (const answers of answerSets) {
        const { text } = composePolicy(id, edition, answers, "Acme")!;
        const statements = [...text.matchAll(/^::: statement ?(?<check>\S*)\n(?<said>[^:]+)\n:::$/gm)];
        expect(statements).toHaveLength(text.split("::: statement").length - 1);
        expect(statements.map(({ groups }) => [groups!["check"], groups!["said"]])).toEqual(
          lines
            .filter(({ question, none }) =>
              none === undefined ? question !== undefined && answers[question] === "yes" : answers[none] === "none",
            )
            .map(({ check = "", text: said = "" }) => [check, said.replaceAll("{company}", "Acme")]),
        );
      }
    });
    test("promises no figure that the check of its line does not measure", () => {
      for (const answers of answerSets)
        expect([...unmeasuredFigures(composePolicy(id, edition, answers, "Acme")!.text)]).toEqual([]);
    });
    test("promises nothing that nobody affirmed", () => {
      const none = composePolicy(id, edition, {}, "Acme")!;
      expect(none.text).not.toContain("::: statement");
      const all = composePolicy(id, edition, allYes, "Acme")!;
      expect(all.left).toEqual([]);
      for (const { text } of none.left) {
        expect(none.text).not.toContain(text);
        expect(all.text).toContain(text);
        expect(promisedSentences(all.text)).toContain(text);
        // An action is named as it, whatever the company's name is.
        expect(text.length).toBeLessThanOrEqual(300);
        expect(promisesOf(id)).toContain(text);
      }
    });
  },
);

test("reading ages tell a hard text from a plain one, and a long sentence from short ones", () => {
  const plain = readingOf("We lock the door. Each key has an owner.");
  const hard = readingOf(
    "Notwithstanding organizational considerations, confidentiality obligations necessitate comprehensive administrative accountability.",
  );
  expect(plain.age).toBeLessThan(9);
  expect(hard.age).toBeGreaterThan(20);
  expect([plain.longest, hard.longest]).toEqual([5, 9]);
});

// A yes must ask for all that it lets a policy promise: who binds another check to a question reads the question again.
const affirmed: Readonly<Record<string, string>> = {
  owner: "oversight.owner-named",
  leadership: "oversight.review-within-quarter policies.history-kept",
  risks: "risk.assessed-within-year",
  audit: "oversight.audit-within-year",
  "it-provider": "",
  hipaa: "",
  "own-accounts": "accounts.one-person-each privilege.service-accounts",
  mfa: "auth.cloud-mfa auth.mfa-enforced",
  passwords: "auth.password-rules",
  "sign-in-again": "auth.session-limit",
  "approved-access": "accounts.approved privilege.admins-listed",
  leavers: "accounts.leavers-disabled",
  "access-review": "review.done-this-quarter review.removals-done",
  "no-secrets": "auth.keys-rotated auth.no-secrets-in-code",
  encryption: "encryption.at-rest",
  tls: "encryption.certificates encryption.in-transit",
  "key-rotation": "encryption.key-access encryption.key-rotation",
  "no-public":
    "confidentiality.data-stores-private confidentiality.no-public-storage confidentiality.private-repositories",
  sharing: "confidentiality.external-sharing",
  walls: "confidentiality.matter-access",
  "no-sale": "",
  disposal: "retention.closed-matters retention.device-wipe retention.lifecycle-rules",
  devices: "devices.encrypted devices.enrolled devices.screen-lock devices.supported-software",
  malware: "devices.malware-protection",
  networks: "network.default-deny network.no-open-admin-ports",
  production: "change.release-roles network.production-separate",
  "production-data": "",
  offices: "physical.offices-declared",
  reviews: "change.review-required change.reviewed",
  tests: "change.tests-required code.static-analysis",
  hardening: "config.baseline config.defaults-removed",
  scans: "vulns.scanned-this-quarter",
  libraries: "vulns.cloud-findings vulns.dependencies",
  fixes: "",
  "intrusion-tests": "vulns.pentest-within-year",
  logs: "logging.cloud-audit-on logging.identity-collected logging.kept-a-year logging.protected",
  alerts: "monitoring.alerts-delivered monitoring.alerts-handled monitoring.threat-detection",
  "log-review": "",
  exercise: "incident.exercised-within-year incident.records-complete",
  backups: "backup.recent backup.restore-tested backup.separate-copy",
  continuity: "",
  redundancy: "continuity.redundant",
  requests: "requests.on-time",
  "weakness-reports": "vulns.disclosure-contact",
  vendors: "physical.hosting-assured vendors.contract-signed vendors.list-complete vendors.reviewed-within-year",
  screening: "people.screened-before-access",
  terms: "people.terms-signed",
  training: "training.completed",
  "secure-coding": "training.developers",
};

test("a question affirms the checks that its sentence asks for, and no others", () => {
  const bound = Object.fromEntries(policyQuestions.map(({ key }) => [key, new Set<string>()]));
  for (const id of libraryDocuments)
    for (const { question, check } of linesOf(findLibraryText(id)!))
      if (question !== undefined && check !== undefined) bound[question]!.add(check);
  expect(
    Object.fromEntries(Object.entries(bound).map(([key, checks]) => [key, [...checks].toSorted().join(" ")])),
  ).toEqual(affirmed);
});

describe.each(policyEditions)("promises that the library offers beyond a text of the %s edition", (edition) => {
  test.each(libraryDocuments)("%s: those that were left out, each with its heading and its question", (documentId) => {
    const { text, left } = composePolicy(documentId, edition, {}, "Acme")!;
    const offered = offeredPromises(documentId, text, {});
    expect(offered.map((promise) => promise.text)).toEqual(left.map((promise) => promise.text));
    for (const { question, heading, check } of offered) {
      expect(policyQuestions.map((known) => known.question)).toContain(question);
      expect(findLibraryText(documentId)).toContain(`## ${heading}\n`);
      expect(check === null || known.checks.has(check), check ?? "").toBe(true);
    }
  });

  test("what was affirmed is not offered, and what was taken out is, alone", () => {
    const { text } = composePolicy("auth.authentication-standard", edition, allYes, "Acme")!;
    expect(offeredPromises("auth.authentication-standard", text, {})).toEqual([]);
    const [first = ""] = promisedSentences(text);
    const without = text.replace(`${first}\n:::`, "Something else.\n:::");
    expect(offeredPromises("auth.authentication-standard", without, {}).map((promise) => promise.text)).toEqual([
      first,
    ]);
  });
});

test("no promise is offered for a policy that the library has not", () => {
  expect(offeredPromises("", "Text", {})).toEqual([]);
});
