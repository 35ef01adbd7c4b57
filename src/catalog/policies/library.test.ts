import { describe, expect, test } from "vitest";
import { allChecks, findControl } from "#catalog/index.ts";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import { composePolicy, linesOf, policyEditions } from "./compose.ts";
import { libraryPolicies, policyFacts, policyKinds, policyTables } from "./kinds.ts";
import { findLibraryText, libraryDocuments } from "./library/index.ts";
import { policyQuestions } from "./questions.ts";

const known = {
  checks: new Set(allChecks.map(({ id }) => id)),
  facts: new Set<string>(policyFacts),
  tables: new Set<string>(policyTables),
};
const allYes = Object.fromEntries(policyQuestions.map(({ key }) => [key, "yes" as const]));

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
      for (const answers of [{}, allYes]) {
        const { text } = composePolicy(id, edition, answers, "Calder & Finch LLP")!;
        const read = readPolicyText(text, known);
        expect(read).toMatchObject({ ok: true });
        expect(JSON.stringify(read)).not.toMatch(/"text":"(\||- |:::)/);
        expect(text.split(/\s+/).length).toBeLessThanOrEqual(900);
        expect(text).not.toMatch(/\{|\?[a-z]|^(law|software):/m);
      }
    });
    test("promises nothing that nobody affirmed", () => {
      const none = composePolicy(id, edition, {}, "Acme")!;
      expect(none.text).not.toContain("::: statement");
      const all = composePolicy(id, edition, allYes, "Acme")!;
      expect(all.left).toEqual([]);
      for (const { text } of none.left) {
        expect(none.text).not.toContain(text);
        expect(all.text).toContain(text);
      }
    });
  },
);
