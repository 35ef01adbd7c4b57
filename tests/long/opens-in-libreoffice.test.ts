import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { composePolicy } from "#catalog/policies/compose.ts";
import { libraryDocuments } from "#catalog/policies/library/index.ts";
import { policyQuestions } from "#catalog/policies/questions.ts";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import type { Block } from "#domain/policies/policy-text.ts";
import { plainText, printedPolicy } from "#server/policies/documents/printed-policy.ts";
import { policyAsWord } from "#server/policies/documents/word-policy.ts";
import { lacks } from "../support/machine.ts";

// What leaves Exhibit as a Word document is opened by an office that nobody here wrote, word by word.

/** Has LibreOffice write these files anew in another form, without a window and with a profile of its own. */
async function converted(form: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-office-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, bytes] of files) await writeFile(path.join(folder, name), bytes);
  const names = [...files.keys()].map((name) => path.join(folder, name));
  const out = path.join(folder, "out");
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const office = spawn("soffice", [profile, "--headless", "--convert-to", form, "--outdir", out, ...names], {
    stdio: "ignore",
    // What it starts ends with it.
    detached: true,
    timeout: 300_000,
  });
  onTestFinished(() => {
    if (office.exitCode === null && office.signalCode === null) process.kill(-office.pid!, "SIGKILL");
  });
  expect(await new Promise((resolve) => office.once("exit", resolve))).toBe(0);
  const extension = form.split(":")[0]!;
  const read = [...files.keys()].map(async (name) => {
    const made = path.join(out, `${name.slice(0, name.lastIndexOf("."))}.${extension}`);
    return [name, await readFile(made)] as const;
  });
  return new Map(await Promise.all(read));
}

const letters = (text: string) => text.normalize("NFKC").replaceAll(/[\s\u00AD]+/g, "");
function words(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.kind === "rule") return [];
    if (block.kind === "list") return block.items.flatMap(words);
    if (block.kind === "quote") return words(block.blocks);
    if (block.kind === "table") return [block.head, ...block.rows].flat().map(plainText);
    return [plainText(block.inline)];
  });
}

// A machine without it skips this: "npm run test:long" says so.
describe.skipIf(lacks("soffice"))("LibreOffice, where the machine has soffice,", () => {
  test("shows every word of the documents of the policy library, in their order, and prints them", async () => {
    const allYes = Object.fromEntries(policyQuestions.map(({ key }) => [key, "yes" as const]));
    const at = new Date("2026-11-22T10:00:00Z");
    const files = new Map<string, Uint8Array>();
    const wanted = new Map<string, readonly string[]>();
    for (const id of libraryDocuments) {
      const read = readPolicyText(composePolicy(id, "law", allYes, "Calder \\& Finch LLP")!.text);
      if (!read.ok) throw new Error(read.problem.message);
      const facts = { state: "in force", number: 1, title: id, company: "Calder & Finch LLP" } as const;
      const times = { changedAt: at, inForceAt: at, replacedAt: null, renewBy: at, approvals: [], entry: 1 };
      const name = `${files.size}.docx`;
      files.set(name, await policyAsWord(printedPolicy({ ...facts, ...times, sha256: "a".repeat(64) }, read.blocks)));
      wanted.set(name, words(read.blocks));
    }
    expect(files.size).toBeGreaterThan(15);
    for (const [name, text] of await converted("txt:Text (encoded):UTF8", files)) {
      const shown = letters(text.toString("utf8"));
      let from = 0;
      for (const piece of wanted.get(name)!.map(letters)) {
        const found = shown.indexOf(piece, from);
        expect([name, piece, found >= from]).toEqual([name, piece, true]);
        from = found;
      }
    }
    const [first] = files;
    const printed = await converted("pdf", new Map([first!]));
    expect(printed.get(first![0])!.subarray(0, 5).toString()).toBe("%PDF-");
  }, 320_000);
});
