import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import PDFDocument from "pdfkit";
import { afterAll, describe, expect, test } from "vitest";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import { foreignZip } from "#tests/support/foreign-zip.ts";
import { lettersOf } from "#tests/support/policy-blocks.ts";
import { lettersOfBody, partsOfBodies, wordBodies } from "#tests/support/word-bodies.ts";
import { wordFile, wordNumbering, wordParagraph } from "#tests/support/word-file.ts";
import { openReaders } from "../report-readers.ts";
import { readPolicyFile } from "./policy-file.ts";
import { rounds } from "#tests/support/rounds.ts";

const readers = openReaders();
afterAll(() => readers.close());

const read = async (bytes: Uint8Array, fileName = "policy.docx") => await readers.readPolicy("a", fileName, bytes);
const text = async (bytes: Uint8Array) => {
  const answer = await read(bytes);
  return answer !== "beyond" && answer.ok ? answer.file.text : answer;
};
const lostIn = async (bytes: Uint8Array) => {
  const answer = await read(bytes);
  if (answer === "beyond" || !answer.ok) return answer;
  return Object.fromEntries(answer.file.lost.map(({ what, count }) => [what, count]));
};
const entry = (words: string, numId: number, level = 0) =>
  wordParagraph(words, { properties: `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>` });
const ole = (name: string) =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600), Buffer.from(name, "utf16le")]);

test("a document that LibreOffice wrote becomes headings, lists, tables, quotes and links", async () => {
  expect(await text(readFileSync("tests/data/policy-files/libreoffice.docx"))).toBe(
    [
      "# Access policy",
      "Everybody signs in with **their own** account. See [the list](https://example.com/a?b=1&c=2).",
      "## Rules",
      "- First rule\n  - Nested one\n- Second rule with *care*",
      "1. Step one\n2. Step two",
      "| System | Owner |\n| --- | --- |\n| AWS | Dan Reyes |",
      "> Quoted words",
      "Last, with a line\\\nbreak \\& an ampersand.\n",
    ].join("\n\n"),
  );
});

test("a document that Google Docs exported is read, which says nothing of itself and has sizes with fractions", async () => {
  const bytes = readFileSync("tests/data/policy-files/google-docs.docx");
  expect(await text(bytes)).toBe("Beauty will save the world.\n");
  expect(await lostIn(bytes)).toEqual({});
});

test("a document that Word wrote becomes lists, links and marks, and says that headers and footers are left out", async () => {
  const bytes = readFileSync("tests/data/policy-files/word.docx");
  const lines = await text(bytes);
  for (const read of [
    "*italic*\n\n**bold**",
    "[***italic and bold hyperlink***](https://github.com/DS4SD/docling)",
    "- *Italic bullet 1*\n- **Bold bullet 2**\n- Underline bullet 3\n- Some *italic* **bold** underline\n  - Nested *italic* **bold**",
  ])
    expect(lines).toContain(read);
  expect(await lostIn(bytes)).toEqual({ furniture: 4 });
});

test("tables that Word wrote are read cell by cell, and say how many merged ones were split", async () => {
  const bytes = readFileSync("tests/data/policy-files/word-tables.docx");
  const lines = await text(bytes);
  expect(lines).toContain("# Test with tables\n\nA uniform table\n\n| Header 0.0 | Header 0.1 | Header 0.2 |");
  expect(lines).toContain("| Cell 1.0 | Merged Cell 1.1 1.2 |  |");
  expect(await lostIn(bytes)).toEqual({ merged: 13 });
});

describe("what LibreOffice wrote with what a policy cannot have", () => {
  const sample = (name: string) => readFileSync(`tests/data/policy-files/${name}`);

  test("is read without a comment, a footnote, a picture and what stands on each page, and says so", async () => {
    expect(await text(sample("libreoffice-comments.docx"))).toBe(
      [
        "# Leavers",
        "Accounts are disabled within 24 hours after a person leaves.",
        "## Devices",
        "They are returned on the last day.",
        "| Who | What |\n| --- | --- |\n| Everyone returns keys |  |\n",
      ].join("\n\n"),
    );
    expect(await lostIn(sample("libreoffice-comments.docx"))).toEqual({
      comments: 1,
      furniture: 2,
      merged: 1,
      notes: 1,
      pictures: 1,
    });
  });

  test("is refused while changes are tracked, and in the format of Word 97", async () => {
    expect(await read(sample("libreoffice-tracked.docx"))).toEqual({ ok: false, refusal: "policy-file-tracked" });
    expect(await read(sample("libreoffice-97.doc"), "policy.doc")).toEqual({ ok: false, refusal: "policy-file-old" });
  });

  test("is read from its PDF as words, those of headers, footers and notes among them", async () => {
    expect(await text(sample("libreoffice.pdf"))).toBe(
      [
        "Confidential",
        "# Leavers",
        "Accounts are disabled within 24 hours after a person leaves. 1",
        "## Devices",
        "They are returned on the last day. Who What Everyone returns keys",
        "1 Weekends included. Calder \\& Finch LLP\n",
      ].join("\n\n"),
    );
    expect(await lostIn(sample("libreoffice.pdf"))).toEqual({ layout: 1 });
  });
});

describe("a Word document", () => {
  test("counts on where a list goes on after a paragraph, and begins anew in another list", async () => {
    const numbering = wordNumbering([["decimal", "%1."]], [["decimal", "%1."]]);
    const body = [entry("a", 1), entry("b", 1), wordParagraph("Between."), entry("c", 1), entry("d", 2)].join("");
    expect(await text(wordFile({ body, parts: { "word/numbering.xml": numbering } }))).toBe(
      "1. a\n2. b\n\nBetween.\n\n3. c\n\n1) d\n",
    );
  });

  test("says what is not carried over, with how often", async () => {
    const drawing = "<w:r><w:drawing><a:blip/></w:drawing></w:r>";
    const body = [
      `<w:p><w:r><w:t>Words</w:t></w:r>${drawing}${drawing}<w:r><w:commentReference w:id="1"/></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
      wordParagraph("gone", { run: "<w:vanish/>" }),
      wordParagraph("wrong", { run: "<w:strike/>" }),
      wordParagraph("right", { run: '<w:strike w:val="0"/>' }),
      `<w:p><w:hyperlink w:anchor="there"><w:r><w:t>there</w:t></w:r></w:hyperlink><w:r><w:t>\u202eturned</w:t></w:r></w:p>`,
      entry("first", 1),
      "<w:p><m:oMath/></w:p>",
    ].join("");
    const parts = {
      "word/numbering.xml": wordNumbering([["lowerLetter", "(%1)"]]),
      "word/header1.xml": `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${wordParagraph("Secret")}</w:hdr>`,
      "word/media/image1.png": Buffer.alloc(10),
    };
    expect(await lostIn(wordFile({ body, parts }))).toEqual({
      pictures: 2,
      comments: 1,
      notes: 1,
      furniture: 1,
      hidden: 1,
      struck: 1,
      numbering: 1,
      links: 1,
      invisible: 1,
      equations: 1,
    });
  });

  test("is words alone: markup, Markdown and HTML in it are read as text", async () => {
    const words = "# not a heading &lt;script&gt; *a* [b](javascript:c) | ::: statement";
    expect(await text(wordFile({ body: wordParagraph(words) }))).toBe(
      "\\# not a heading \\<script> \\*a\\* \\[b\\](javascript:c) \\| ::: statement\n",
    );
    expect(await text(wordFile({ body: wordParagraph("::: statement") }))).toBe(": : : statement\n");
  });

  test("is read with 40 MB of pictures, which stay packed", async () => {
    const pictures = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`word/media/image${at}.png`, randomBytes(4 * 1024 * 1024)]),
    );
    expect(await text(wordFile({ body: wordParagraph("Words."), parts: pictures }))).toBe("Words.\n");
  }, 60_000);
});

const PLAIN = wordParagraph("Words.");
const tracked = '<w:p><w:ins w:id="1" w:author="A"><w:r><w:t>new</w:t></w:r></w:ins></w:p>';
const deleted = '<w:p><w:del w:id="1" w:author="A"><w:r><w:delText>old</w:delText></w:r></w:del></w:p>';
const xxe = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

describe("a document is refused, and says why:", () => {
  test.each<[string, () => Uint8Array, string]>([
    ["an inserted word that nobody accepted", () => wordFile({ body: tracked }), "policy-file-tracked"],
    ["a deleted word that nobody accepted", () => wordFile({ body: PLAIN + deleted }), "policy-file-tracked"],
    [
      "a tracked format",
      () =>
        wordFile({
          body: wordParagraph("a", { run: '<w:b/><w:rPrChange w:id="1" w:author="A"><w:rPr/></w:rPrChange>' }),
        }),
      "policy-file-tracked",
    ],
    [
      "macros by its type",
      () => wordFile({ body: PLAIN, mainType: "application/vnd.ms-word.document.macroEnabled.main+xml" }),
      "policy-file-macros",
    ],
    [
      "macros by their part",
      () => wordFile({ body: PLAIN, parts: { "word/vbaProject.bin": "x" } }),
      "policy-file-macros",
    ],
    ["an entity of a file outside", () => wordFile({ body: `${PLAIN}&x;`, prolog: xxe }), "policy-file-damaged"],
    ["a document type", () => wordFile({ body: PLAIN, prolog: "<!DOCTYPE d>" }), "policy-file-damaged"],
    ["markup that is not closed", () => wordFile({ body: "<w:p>" }), "policy-file-damaged"],
    [
      "markup nested a thousand deep",
      () => wordFile({ body: "<w:p>".repeat(1_000) + "</w:p>".repeat(1_000) }),
      "policy-file-damaged",
    ],
    ["a password", () => ole("EncryptedPackage"), "policy-file-locked"],
    ["an old Word version", () => ole("WordDocument"), "policy-file-old"],
    [
      "a spreadsheet",
      () =>
        foreignZip([
          ["[Content_Types].xml", Buffer.from("<Types/>")],
          ["xl/workbook.xml", Buffer.from("<x/>")],
        ]),
      "policy-file-kind",
    ],
    ["a ZIP of something else", () => foreignZip([["a.txt", Buffer.from("a")]]), "policy-file-kind"],
    ["a text", () => Buffer.from("Words."), "policy-file-kind"],
    ["nothing", () => Buffer.alloc(0), "policy-file-kind"],
    ["a cut file", () => wordFile({ body: PLAIN }).subarray(0, 300), "policy-file-damaged"],
    ["no words", () => wordFile({ body: "<w:p/>" }), "policy-file-empty"],
    ["too many words", () => wordFile({ body: wordParagraph("word ".repeat(13_000)) }), "policy-file-long"],
    ["markup that unpacks to 60 MB", () => wordFile({ body: " ".repeat(60_000_000) }), "policy-file-unpacked"],
    ["a broken PDF", () => Buffer.from("%PDF-1.7\nnothing"), "policy-file-damaged"],
  ])(
    "%s",
    async (_, make, refusal) => {
      expect(await read(make())).toEqual({ ok: false, refusal });
    },
    60_000,
  );
});

test("whatever stands in its markup, a document is read as a text that a policy may have, or refused", async () => {
  const tags = [
    "w:p",
    "w:r",
    "w:t",
    "w:tbl",
    "w:tr",
    "w:tc",
    "w:hyperlink",
    "w:numPr",
    "w:pPr",
    "w:br/",
    "w:sdt",
    "w:fldSimple",
  ];
  const piece = fc.oneof(
    fc.constantFrom(...tags).map((tag) => `<${tag}>`),
    fc.constantFrom(...tags).map((tag) => `</${tag.replace("/", "")}>`),
    fc.constantFrom(
      "words",
      "::: fact people",
      "| --- |",
      "&#x202e;",
      "<w:t>a</w:t>",
      '<w:ilvl w:val="99"/><w:numId w:val="1"/>',
    ),
  );
  // What is opened is closed more often than not, so that some of it is read.
  const markup = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      piece,
      fc
        .tuple(fc.constantFrom(...tags.slice(0, 9)), fc.array(tie("node"), { maxLength: 4 }))
        .map(([tag, inner]) => `<${tag}>${inner.join("")}</${tag}>`),
    ),
  })).node;
  const parts = { "word/numbering.xml": wordNumbering([["decimal", "%1."]]) };
  await fc.assert(
    fc.asyncProperty(fc.array(markup, { maxLength: 6 }), async (nodes) => {
      const answer = await readPolicyFile(wordFile({ body: nodes.join("") + entry("a", 1), parts }), "a.docx");
      expect(answer.ok ? readPolicyText(answer.file.text).ok : answer.refusal).toBeTruthy();
    }),
    { numRuns: rounds(75, 600) },
  );
});

test("no letter of a document is lost, and none comes to it, whatever marks and lists it stands in", async () => {
  await fc.assert(
    fc.asyncProperty(wordBodies, async (body) => {
      const answer = await readPolicyFile(wordFile({ body, parts: partsOfBodies }), "a.docx");
      const read = answer.ok && readPolicyText(answer.file.text);
      // Without a word there is nothing to read.
      const isEmpty = !answer.ok && answer.refusal === "policy-file-empty";
      expect(isEmpty ? "" : read && read.ok && lettersOf(read.blocks)).toBe(lettersOfBody(body));
    }),
    { numRuns: rounds(50, 500) },
  );
}, 60_000);

test("a PDF becomes headings by their size, and paragraphs", async () => {
  const document = new PDFDocument();
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  document.fontSize(20).text("Access policy").moveDown().fontSize(11);
  document.text("Everybody signs in with an account of their own. ".repeat(4)).moveDown();
  document.text("- Nobody shares one.").end();
  await once(document, "end");
  const answer = await read(Buffer.concat(chunks), "scan.pdf");
  expect(answer).toMatchObject({ ok: true, file: { title: "Access policy", lost: [{ what: "layout" }] } });
  expect(await text(Buffer.concat(chunks))).toBe(
    `# Access policy\n\n${"Everybody signs in with an account of their own. ".repeat(4).trim()}\n\n\\- Nobody shares one.\n`,
  );
});

test("a document without a heading is called by its file's name", async () => {
  expect(await read(wordFile({ body: PLAIN }), "Clean_Desk policy.docx")).toMatchObject({
    file: { title: "Clean Desk policy" },
  });
});
