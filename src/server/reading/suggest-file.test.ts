import { once } from "node:events";
import PDFDocument from "pdfkit";
import { afterAll, describe, expect, test } from "vitest";
import { foreignZip } from "#tests/support/foreign-zip.ts";
import { fileWords } from "./file-words.ts";
import { openReaders } from "./report-readers.ts";
import { mostWords } from "./words.ts";

const readers = openReaders();
afterAll(() => readers.close());

const named = (fileName: string) => ({
  name: fileName.replace(/\.[^.]+$/, ""),
  fileName,
  folder: "",
  today: "2026-11-23",
});
const suggest = (fileName: string, bytes: Uint8Array) => readers.suggest("a", named(fileName), bytes);

async function pdf(title: string, text: string): Promise<Buffer> {
  const document = new PDFDocument();
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  document.fontSize(24).text(title).fontSize(10).text(text).end();
  await once(document, "end");
  return Buffer.concat(chunks);
}

const office = (files: Readonly<Record<string, string>>) =>
  foreignZip(
    Object.entries({ "[Content_Types].xml": "<x/>", ...files }).map(([path, xml]) => [path, Buffer.from(xml)] as const),
    { deflate: true },
  );
const word = (...paragraphs: string[]) =>
  office({
    "word/document.xml": paragraphs
      .map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`)
      .join(""),
  });

describe("a reader of its own suggests what a file may be filed as", () => {
  test("by the title on a PDF's first page, and the day that it says it is from", async () => {
    const file = await pdf(
      "Incident Response Plan",
      "Effective date: November 12, 2026. See the privacy notice of 2019-01-01.",
    );
    expect(await suggest("scan0001.pdf", file)).toEqual({
      document: "incident.response-plan",
      by: "heading",
      controls: ["XC-21"],
      type: "Policy",
      date: "2026-11-12",
      privileged: false,
    });
  });

  test("by the first words of a Word file, the slides of a deck, the columns of tables", async () => {
    expect(await suggest("doc1.docx", word("", "Vendor management policy", "We review vendors."))).toMatchObject({
      document: "vendors.vendor-policy",
      by: "heading",
    });
    const slides = office({ "ppt/slides/slide1.xml": "<a:t>Training outline &amp; materials</a:t>" });
    expect(await suggest("deck.pptx", slides)).toMatchObject({ document: "training.training-outline" });
    const sheet = office({
      "xl/workbook.xml": `<sheet name="Risk register" sheetId="1"/>`,
      "xl/sharedStrings.xml": "<si><t>Risk</t></si><si><t>Treatment decision</t></si>",
    });
    expect(await suggest("book1.xlsx", sheet)).toMatchObject({ document: "risk.risk-register", by: "columns" });
    expect(await suggest("export.csv", Buffer.from("Visitor log entry,Time in\nAda,09:00"))).toMatchObject({
      document: "physical.visitor-log",
      by: "columns",
    });
  });

  test("by its name where it cannot be read", async () => {
    const damaged = [
      Buffer.from("%PDF-1.7 and nothing of one"),
      word("Plan").subarray(0, 90),
      Buffer.alloc(5_000, 0xff),
      Buffer.alloc(0),
    ];
    for (const bytes of damaged)
      expect(await suggest("Restore test report.pdf", bytes)).toMatchObject({
        document: "backup.restore-test-report",
        by: "name",
      });
  });

  test("by its name where reading takes more than it may, and goes on with the next file", async () => {
    const small = openReaders({ seconds: 0.2, megabytes: 2_048, atOnce: 1, perLane: 1 });
    const many = await pdf("Incident Response Plan", "word ".repeat(400_000));
    try {
      const said = await small.suggest("a", named("Restore test report.pdf"), many);
      expect(said).toMatchObject({ document: "backup.restore-test-report", by: "name" });
      const next = await small.suggest("a", named("Risk register.txt"), Buffer.from("x"));
      expect(next).toMatchObject({ document: "risk.risk-register" });
    } finally {
      small.close();
    }
  });
});

test("of a part that unpacks to far more than it weighs only the beginning is unpacked", async () => {
  const bomb = word("Vendor management policy", "a".repeat(40_000_000));
  expect(bomb.length).toBeLessThan(200_000);
  const before = process.memoryUsage().rss;
  const words = await fileWords(bomb, "x.docx");
  expect(words.heading).toContain("Vendor management policy");
  expect(words.text.length).toBeLessThanOrEqual(mostWords);
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});
