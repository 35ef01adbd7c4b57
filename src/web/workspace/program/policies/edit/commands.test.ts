import { EditorState, TextSelection } from "prosemirror-state";
import type { Command } from "prosemirror-state";
import { expect, test } from "vitest";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import { commands, insertFilled, isNested, putPromise } from "./commands.ts";
import { documentFrom, markdownFrom, policySchema } from "./markdown.ts";
import { statementsIn } from "./statements-in.ts";

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

const nested =
  "First.\n\n> Quoted.\n>\n> > Deeper.\n>\n> - Listed in it.\n\n- One.\n- Two.\n\n  More of it.\n\n1. Step.\n\n::: statement\nPromised.\n:::\n\nLast.\n";
const acts: readonly (readonly [string, Command])[] = [
  ["statement", commands.statement],
  ["list", commands.list],
  ["steps", commands.steps],
  ["heading", commands.heading],
  ["fact", insertFilled("fact", "people")],
  ["table", insertFilled("table", "systems")],
];

test.each(acts)(
  "%s leaves a text that can be read, in which each statement of the editor is one, wherever the cursor is",
  (_, act) => {
    const document = documentFrom(nested);
    let done = 0;
    document.descendants((node, at) => {
      if (!node.isTextblock) return;
      const before = EditorState.create({ doc: document, selection: TextSelection.create(document, at + 2) });
      let after = before;
      if (!act(before, (transaction) => (after = before.apply(transaction)))) return;
      done += 1;
      const kept = markdownFrom(after.doc);
      const read = readPolicyText(kept);
      const blocks = read.ok ? read.blocks : [];
      expect({ kept, problem: read.ok ? null : read.problem }).toEqual({ kept, problem: null });
      expect(blocks.filter(({ kind }) => kind === "statement")).toHaveLength(statementsIn(after.doc).length);
    });
    expect(done).toBeGreaterThan(0);
  },
);

test("no statement is made in a quote or a list, where the toolbar says so", () => {
  const document = documentFrom(nested);
  const made = (words: string) => {
    let at = 0;
    document.descendants((node, place) => {
      if (node.isTextblock && node.textContent === words) at = place + 1;
    });
    const state = EditorState.create({ doc: document, selection: TextSelection.create(document, at) });
    return [isNested(state), commands.statement(state)];
  };
  for (const words of ["Quoted.", "Deeper.", "Listed in it.", "Two.", "More of it.", "Step."])
    expect(made(words), words).toEqual([true, false]);
  expect(made("Last.")).toEqual([false, true]);
  const { blockquote, statement } = policySchema.nodes;
  const inner = statement!.create(null, policySchema.nodes["paragraph"]!.create());
  expect(blockquote!.createAndFill(null, inner)).toBeNull();
});
