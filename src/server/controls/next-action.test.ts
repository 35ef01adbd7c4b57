import { expect, test } from "vitest";
import { partsOf } from "#catalog/parts.ts";
import type { AnswerState } from "#domain/parts/answer.ts";
import { nextAction, nextOfControl } from "./next-action.ts";

type Check = Parameters<typeof nextAction>[0];

const checkId = "vulns.disclosure-contact";
const [part] = partsOf(checkId);
const site = { id: "site", name: "example.com", provider: null, sources: [] };
const check = (state: AnswerState | "not answered"): Check => ({
  checkId,
  title: "A disclosure contact is published",
  outcome: state === "pass" || state === "fail" ? state : "unknown",
  parts: [
    {
      part: part!,
      state: "unknown",
      systems: state === "not answered" ? [] : [{ system: site, state, answers: [] }],
      unanswered: state === "not answered" ? part!.systems : [],
      elsewhere: [],
    },
  ],
});

test.each<[AnswerState | "not answered", string | undefined]>([
  ["not answered", "List your systems"],
  ["not read", "Record test"],
  ["stale", "Record test"],
  ["unknown", "See why"],
  ["fail", "Show the fix"],
  ["pass", undefined],
])("a check of a system that no machine reads: %s leads to %s", (state, label) => {
  expect(nextAction(check(state))?.label).toBe(label);
});

test("a check that is asked of no system is tested by a person", () => {
  expect(nextAction({ ...check("not read"), parts: [] })).toMatchObject({ kind: "test", checkId });
});

test.each<[AnswerState, string]>([
  ["fail", "Fix “A disclosure contact is published”"],
  ["unknown", "Find out why “A disclosure contact is published” is in doubt"],
  ["stale", "Record a test of “A disclosure contact is published”"],
])("a check that is %s is named as what it is called, so that the sentence reads", (state, message) => {
  expect(nextAction(check(state))?.message).toBe(message);
});

test.each([
  ["vendors.vendor-list", "see", "See document"],
  ["vendors.assurance-reports", "see", "See document"],
  ["vendors.vendor-policy", "adopt", "Open Policies"],
  ["backup.configuration-export", "file", "File document"],
])("nobody is told to file what Exhibit prints, or puts on file by itself: %s", (documentId, kind, label) => {
  const document = { documentId, title: "It", type: "Document", state: "missing" as const, reason: "", endsAt: null };
  const missing = [{ kind: "document" as const, document: { ...document, number: null, filedAt: null, by: null } }];
  const next = nextOfControl({ status: "needs evidence", missing, checks: [] });
  expect(next).toMatchObject({ kind, label, documentId, message: "It is not on file" });
});
