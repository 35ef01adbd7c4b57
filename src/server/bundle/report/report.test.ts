import { expect, test } from "vitest";
import { sayLoss } from "#domain/ledger-loss.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";
import { sampleReport } from "#tests/support/sample-report.ts";
import { bundleReadme } from "../readme.ts";
import { reportContent } from "./report-content.ts";
import { reportAsHtml } from "./report-html.ts";
import { reportAsPdf } from "./report-pdf.ts";

type Sample = Parameters<typeof sampleReport>[0];

function contentOf(sample: Sample = {}) {
  const { plan, collected, withdrawn } = sampleReport(sample);
  return reportContent(plan, collected, { withdrawn });
}

async function pdfOf(sample: Sample = {}, options = { compress: false }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of reportAsPdf(contentOf(sample), options)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What a person reads of the page: without tags, what is hidden, and the foot, which a PDF has on every page. */
function textOfHtml(html: string): string {
  const body = html.slice(html.indexOf("<body>"), html.indexOf("<footer>"));
  const names: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return body
    .replace(/<div class="parens"[\s\S]*?<\/div>/, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => names[name]!);
}

/** Lines break elsewhere, and stamps are set in capitals. */
const bare = (text: string) => text.replace(/\s+/g, "").toLowerCase();

test.each<[string, Sample]>([
  ["of a firm with evidence", {}],
  ["of a firm without any", { items: 0 }],
  ["of a few weeks", { days: { from: "2026-11-01", to: "2026-11-20" } }],
  ["over many pages", { items: 300 }],
  [
    "with long and foreign names",
    { items: 30, companyName: `Žižka & Ωmega Привет GmbH ${"x".repeat(300)}`, itemName: "Łódź <b>№1</b> Đặng" },
  ],
])("the report %s says the same as PDF and as HTML, in the same order", async (_, sample) => {
  const html = bare(textOfHtml(reportAsHtml(contentOf(sample))));
  const pdf = bare(textOfPdf(await pdfOf(sample)));
  const at = Array.from(html).findIndex((letter, index) => pdf[index] !== letter);
  expect(pdf.slice(at - 40, at + 40)).toBe(html.slice(at - 40, at + 40));
  expect(pdf === html).toBe(true);
  expect(html.length).toBeGreaterThan(5_000);
});

test("a report that lists some of the exhibits lists the newest, and says where all are listed", async () => {
  const { plan, collected, withdrawn } = sampleReport({ items: 30 });
  const listing = { withdrawn, most: 10, whole: "The file evidence.csv beside this report" };
  const exhibits = reportContent(plan, collected, listing).back.find(({ title }) => title === "Exhibits")!;
  const [table, note] = exhibits.blocks;
  expect(note).toEqual({
    kind: "note",
    text: "The newest 10 of 30. The file evidence.csv beside this report lists all of them.",
  });
  const newest = Array.from({ length: 10 }, (_, at) => `EX-0000${30 - at}`);
  expect(table).toMatchObject({ kind: "table", rows: newest.map((text) => ({ cells: [{ text }, {}, {}, {}] })) });
});

test("the same report gives the same bytes, whenever it is printed", async () => {
  const first = await pdfOf({ items: 5 }, { compress: true });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect((await pdfOf({ items: 5 }, { compress: true })).equals(first)).toBe(true);
});

test("the PDF is tagged, has a title, a language, bookmarks of all controls, and all of its fonts inside", async () => {
  const pdf = (await pdfOf({ items: 5 })).toString("latin1");
  expect(pdf).toContain("/Marked true");
  expect(pdf).toMatch(/\/Lang \(en-US\)/);
  expect(pdf).toContain("/DisplayDocTitle true");
  expect(pdf.match(/\/Type \/FontDescriptor/g)!.length).toBe(pdf.match(/\/FontFile2 /g)!.length);
  expect(pdf.match(/\/Title \(\d+\. /g)).toHaveLength(22);
  for (const kind of ["H1", "H2", "H3", "Table", "TH", "TD", "Figure"]) expect(pdf).toContain(`/S /${kind}`);
});

test("a letter that no font has is a question mark in the PDF, and what steers a line is one in both", async () => {
  const sample = { items: 1, itemName: "漢 a\u202eb" };
  const text = textOfPdf(await pdfOf(sample));
  expect(text).toContain("? a?b");
  expect(reportAsHtml(contentOf(sample))).toContain("漢 a?b");
});

test("a finding is told apart without colour: each has a shape and a word of its own", () => {
  const html = reportAsHtml(contentOf());
  const marks = [...html.matchAll(/<span class="finding [\w-]+">(<svg.*?<\/svg>) ([\w ]+)<\/span>/g)];
  const shapes = new Map(marks.map(([, shape, word]) => [word, shape]));
  expect(new Set(shapes.keys())).toEqual(new Set(["Fail", "Needs evidence", "Not applicable", "Pass"]));
  expect(new Set(shapes.values()).size).toBe(4);
});

test("S2: a loss of the ledger is printed in the report, on paper and on the page, and in the README of the bundle", async () => {
  const losses = [
    {
      oldOrigin: "exhibit.test/log/0190c0de",
      last: { size: 12, root: "cm9vdA==" },
      reason: "The disk with the anchors failed",
      person: "Ana Ortiz",
      at: new Date("2026-11-20T06:00:00.000Z"),
      index: 12,
    },
  ];
  const { plan } = sampleReport({ losses });
  const message = bare(sayLoss(losses[0]!));
  expect(bare(textOfHtml(reportAsHtml(contentOf({ losses }))))).toContain(message);
  expect(bare(textOfPdf(await pdfOf({ losses })))).toContain(message);
  expect(
    bare(bundleReadme({ plan, items: 1, withdrawn: 0, hasVerdicts: true, key: "key", appUrl: "https://exhibit.test" })),
  ).toContain(message);
  expect(
    bundleReadme({
      plan: { ...plan, losses: [] },
      items: 1,
      withdrawn: 0,
      hasVerdicts: false,
      key: "key",
      appUrl: "https://exhibit.test",
    }),
  ).not.toContain("BEGAN AGAIN");
});
