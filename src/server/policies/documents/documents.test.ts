import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composePolicy } from "#catalog/policies/compose.ts";
import { libraryDocuments } from "#catalog/policies/library/index.ts";
import { policyQuestions } from "#catalog/policies/questions.ts";
import { maxPolicyCharacters, readPolicyText } from "#domain/policies/policy-text.ts";
import type { Block } from "#domain/policies/policy-text.ts";
import { noSystems, recoveryTable } from "#domain/policies/recovery-table.ts";
import { policyBlocks } from "#tests/support/policy-blocks.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";
import { documentFrom, markdownFrom } from "#web/workspace/program/policies/edit/markdown.ts";
import { policyMarkdown } from "../../reading/policy-file/markdown.ts";
import { readPolicyFile } from "../../reading/policy-file/policy-file.ts";
import { policyAsPdf } from "./pdf-policy.ts";
import { plainText, printedPolicy } from "./printed-policy.ts";
import { policyAsWord } from "./word-policy.ts";
import { rounds } from "#tests/support/rounds.ts";

const at = new Date("2026-11-22T10:00:00Z");
const allYes = Object.fromEntries(policyQuestions.map(({ key }) => [key, "yes" as const]));
const printed = (blocks: readonly Block[], more = {}) =>
  printedPolicy(
    {
      state: "in force",
      number: 3,
      title: "Access policy",
      company: "Calder & Finch LLP",
      sha256: createHash("sha256").update("text").digest("hex"),
      changedAt: at,
      inForceAt: at,
      replacedAt: null,
      approvals: [{ name: "Abe Example", at, alone: false }],
      renewBy: new Date("2027-11-22T10:00:00Z"),
      entry: 1234,
      ...more,
    },
    blocks,
  );
const blocksOf = (text: string) => {
  const read = readPolicyText(text);
  if (!read.ok) throw new Error(`line ${read.problem.line}: ${read.problem.message}\n${text}`);
  return read.blocks;
};
/** A version as Word has it, brought back. */
async function throughWord(blocks: readonly Block[]): Promise<string> {
  const read = await readPolicyFile(await policyAsWord(printed(blocks)), "policy.docx");
  if (!read.ok) throw new Error(read.refusal);
  const lost = read.file.lost.map(({ what }) => what).filter((what) => what !== "furniture" && what !== "title block");
  expect(lost).toEqual([]);
  return read.file.text;
}
const letters = (text: string) => text.replaceAll(/\s+/g, "");
function words(blocks: readonly Block[]): string {
  return blocks
    .map((block): string => {
      if (block.kind === "rule") return "";
      if (block.kind === "list") return block.items.map(words).join(" ");
      if (block.kind === "quote") return words(block.blocks);
      if (block.kind === "table") return [block.head, ...block.rows].flat().map(plainText).join(" ");
      return plainText(block.inline);
    })
    .join(" ");
}

describe.each(libraryDocuments)("%s", (id) => {
  test.each(["law", "software"] as const)(
    "goes out as a Word document and comes back as the same text: %s",
    async (edition) => {
      const { text } = composePolicy(id, edition, allYes, "Calder \\& Finch LLP")!;
      const blocks = blocksOf(text);
      const written = policyMarkdown(blocks);
      expect(blocksOf(written)).toEqual(blocks);
      expect(markdownFrom(documentFrom(written))).toBe(written);
      expect(await throughWord(blocks)).toBe(written);
    },
  );
});

test("any policy is written as Markdown that reads as the same policy", () => {
  fc.assert(
    fc.property(policyBlocks, (blocks) => {
      const written = policyMarkdown(blocks);
      // Written again it is the same: what Markdown cannot say was given up the first time.
      expect(policyMarkdown(blocksOf(written))).toBe(written);
      expect(letters(words(blocksOf(written)))).toBe(letters(words(blocks)));
    }),
    {
      numRuns: rounds(75, 1_000),
      examples: [[[{ kind: "heading", level: 1, inline: [{ kind: "text", text: "#" }] }]]],
    },
  );
});

test("any policy goes out as a Word document and comes back as the same text", async () => {
  await fc.assert(
    fc.asyncProperty(policyBlocks, async (blocks) => {
      const once = blocksOf(policyMarkdown(blocks));
      expect(await throughWord(once)).toBe(policyMarkdown(once));
    }),
    { numRuns: rounds(20, 200) },
  );
});

describe("a PDF", () => {
  test("says each word of the policy, who approved it, until when, and its SHA-256", async () => {
    await fc.assert(
      fc.asyncProperty(policyBlocks, async (blocks) => {
        const policy = printed(blocks);
        const said = letters(textOfPdf(await policyAsPdf(policy, { compress: false })));
        for (const { value } of policy.facts) expect(said).toContain(letters(value));
        for (const word of words(blocks).split(/\s+/)) expect(said).toContain(word);
      }),
      { numRuns: rounds(10, 100) },
    );
  });

  test("names headings in its outline and says on each page what it is", async () => {
    const long = blocksOf(`# Access policy\n\n## Rules\n\n${"Words of a rule.\n\n".repeat(120)}`);
    const pdf = (await policyAsPdf(printed(long), { compress: false })).toString("latin1");
    expect(pdf.match(/\/Type \/Page\n/g)!.length).toBeGreaterThan(2);
    const titles = [...pdf.matchAll(/\/Title (?:\(([^)]*)\)|<([0-9a-f]*)>)/g)].map(([, title]) => title);
    expect(titles).toEqual(expect.arrayContaining(["Rules"]));
  });

  test("holds a cell that is longer than a page, on several", async () => {
    const cell = Array.from({ length: 2_000 }, (_, index) => `w${index}`).join(" ");
    const blocks = blocksOf(`| A | B |\n| --- | --- |\n| ${cell} | x |\n`);
    const said = letters(textOfPdf(await policyAsPdf(printed(blocks), { compress: false })));
    for (const word of cell.split(" ")) expect(said).toContain(word);
  });
});

test("a policy of a company without systems says so where its tables would be, in a PDF and in a Word document", async () => {
  const text = `## Systems\n\n::: table systems\n| System |\n| --- |\n| ${noSystems("Systems")} |\n:::\n\n::: table recovery\n${recoveryTable([])}\n:::\n\nAfter it.\n`;
  const blocks = blocksOf(text);
  expect(await throughWord(blocks)).toBe(policyMarkdown(blocks));
  const pdf = letters(textOfPdf(await policyAsPdf(printed(blocks), { compress: false })));
  const said = [
    "No systems yet. Add them under Systems.",
    "No systems yet. Add them under Program, Systems.",
    "After it.",
  ];
  expect(said.filter((sentence) => !pdf.includes(letters(sentence)))).toEqual([]);
});

test("a draft says on each page that it is not in force, and nobody's approval is made up", async () => {
  const draft = printed(blocksOf("Words."), {
    state: "draft",
    inForceAt: null,
    approvals: [],
    renewBy: null,
    isAssigned: false,
    entry: null,
  });
  expect(draft.foot).toBe("Access policy, version 3, not in force");
  expect(draft.facts.map(({ value }) => value).slice(1, 4)).toEqual([
    "3. Draft of November 22, 2026, not in force.",
    "Nobody yet",
    "Not in force",
  ]);
  const staff = printed(blocksOf("Words."), { approvals: undefined, renewBy: undefined });
  expect(staff.facts.map(({ label }) => label)).not.toContain("Approved by");
});

test("the same version gives the same bytes, as a PDF and as a Word document", async () => {
  const blocks = blocksOf(
    "# A\n\n[a](https://a.example) and [b](https://b.example)\n\n1. one\n\n| A |\n| --- |\n| x |\n",
  );
  for (const make of [policyAsPdf, policyAsWord]) {
    const first = await make(printed(blocks));
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await make(printed(blocks))).equals(first)).toBe(true);
  }
});

test("the longest policy is printed in seconds", async () => {
  const line = "Everybody signs in with **an account** of their own, and nobody shares one.\n\n";
  const blocks = blocksOf(line.repeat(Math.floor(maxPolicyCharacters / line.length)));
  for (const make of [policyAsPdf, policyAsWord]) {
    const before = process.cpuUsage();
    await make(printed(blocks));
    const { user, system } = process.cpuUsage(before);
    // A quarter of what PATIENCE_MS allows: it is there to end a hang.
    expect((user + system) / 1_000).toBeLessThan(5_000);
  }
}, 60_000);
