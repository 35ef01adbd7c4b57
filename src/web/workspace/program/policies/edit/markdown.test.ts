import { describe, expect, test } from "vitest";
import { composePolicy } from "#catalog/policies/compose.ts";
import { libraryDocuments } from "#catalog/policies/library/index.ts";
import { policyQuestions } from "#catalog/policies/questions.ts";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import { documentFrom, markdownFrom, policySchema } from "./markdown.ts";

const allYes = Object.fromEntries(policyQuestions.map(({ key }) => [key, "yes" as const]));

describe.each(libraryDocuments)("%s in the editor", (id) => {
  test.each(["law", "software"] as const)("comes back as the same policy: %s", (edition) => {
    const { text } = composePolicy(id, edition, allYes, "Calder \\& Finch LLP")!;
    const written = markdownFrom(documentFrom(text));
    const read = readPolicyText(written);
    expect(read).toEqual(readPolicyText(text));
    expect(markdownFrom(documentFrom(written))).toBe(written);
  });
});

test("what people type is text, whatever it looks like", () => {
  const { paragraph } = policySchema.nodes;
  for (const typed of [
    "<script>x</script>",
    "a & b &amp; c",
    "# none",
    "- none",
    "1. none",
    "a | b",
    "*a* _b_ `c`",
    "[a](https://b.example)",
    "a\\b",
  ]) {
    const document = policySchema.nodes["doc"]!.create(null, paragraph!.create(null, policySchema.text(typed)));
    expect(readPolicyText(markdownFrom(document))).toEqual({
      ok: true,
      blocks: [{ kind: "paragraph", inline: [{ kind: "text", text: typed }] }],
    });
  }
});
