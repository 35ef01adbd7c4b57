import { EditorState } from "prosemirror-state";
import { expect, test } from "vitest";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import { putPromise } from "./commands.ts";
import { documentFrom, markdownFrom } from "./markdown.ts";

const text = "# Title\n\n## First\n\nBefore.\n\n## Second\n\nAfter.\n";
const promise = { text: "It is [so] & more.", check: { id: "auth.mfa-enforced" } };
const statement = "::: statement auth.mfa-enforced\nIt is \\[so\\] \\& more.\n:::";

function put(heading: string, check: typeof promise.check | null = promise.check): string {
  let after = EditorState.create({ doc: documentFrom(text) });
  putPromise({ ...promise, check, heading })(after, (transaction) => (after = after.apply(transaction)));
  return markdownFrom(after.doc);
}

test("a promise goes to the end of the part under its heading", () => {
  expect(put("First")).toBe(text.replace("Before.", `Before.\n\n${statement}`));
});

test("a promise of the last part, and one whose heading is not there, go to the end", () => {
  for (const heading of ["Second", "Gone"]) expect(put(heading)).toBe(text.replace("After.", `After.\n\n${statement}`));
});

test("a promise without a check is a statement that none decides, and the text can be read again", () => {
  expect(put("First", null)).toContain("::: statement\n");
  expect(readPolicyText(put("First")).ok).toBe(true);
});
