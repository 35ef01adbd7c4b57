import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { openReaders } from "../report-readers.ts";

// Files that Microsoft Word wrote itself, 14 and 16, as the reader's own package carries them.

const readers = openReaders();
afterAll(() => readers.close());

async function readSample(name: string) {
  const bytes = readFileSync(`node_modules/mammoth/test/test-data/${name}.docx`);
  const answer = await readers.readPolicy("a", `${name}.docx`, bytes);
  if (answer === "beyond" || !answer.ok) return answer;
  const { text, lost } = answer.file;
  return { text, lost: Object.fromEntries(lost.map(({ what, count }) => [what, count])) };
}

test.each([
  ["simple-list", "- Apple\n- Banana\n", {}],
  ["tables", "Above\n\n| Top left | Top right |\n| --- | --- |\n| Bottom left | Bottom right |\n\nBelow\n", {}],
  ["strict-format", "Test\n", {}],
  ["comments", "Ouch.\n", { comments: 2 }],
  ["footnotes", "Ouch.\n", { notes: 2 }],
  ["single-paragraph", "Walking on imported air\n", {}],
  ["strikethrough", "Today's Special: Salmon Sold out\n", { struck: 1 }],
  ["text-box", "Datum plane\n", { boxes: 1 }],
])("what Word wrote is read whole, and what a policy cannot have is named: %s", async (name, text, lost) => {
  expect(await readSample(name)).toEqual({ text, lost });
});

test("a file of Word that holds a picture alone has no text for a policy", async () => {
  expect(await readSample("tiny-picture")).toEqual({ ok: false, refusal: "policy-file-empty" });
});
