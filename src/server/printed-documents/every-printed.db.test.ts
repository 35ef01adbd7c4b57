import mammoth from "mammoth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findDocument } from "#catalog/index.ts";
import { printedDocuments } from "#catalog/printed/index.ts";
import { registers } from "#catalog/registers/index.ts";
import { calendarDate } from "#domain/calendar-date.ts";
import { periodOf } from "#domain/printed/period.ts";
import { turnOf } from "#tests/support/every-case.ts";
import { fillRegisters } from "#tests/support/filled-registers.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { pdfWords } from "../reading/pdf-words.ts";

// Each document that is printed, from a company with a record in each register, as a PDF and as a Word document, opened by pdf.js and
// mammoth, which nobody here wrote.

const NAME = "Calder & Finch LLP";
let running: RunningApp;
let olga: Person;
let company: string;
let sealed: { readonly exhibit: string; readonly sha256: string; readonly takenAt: Date };

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  company = await olga.found(NAME);
  const at = `/companies/${company}`;
  const about = (fileName: string) =>
    `${at}/evidence?${new URLSearchParams({ name: "Report", fileName, type: "Document", controls: "XC-01" })}`;
  const { exhibit } = (await olga.upload(about("report.txt"), "a report")).body;
  const { exhibit: retest } = (await olga.upload(about("retest.txt"), "a later report")).body;
  const systemId = (await olga.post(`${at}/systems`, { name: "Clio", kinds: ["practice"] })).body.id;
  await olga.post(`${at}/projects`, { name: "SOC 2", framework: "soc2" });
  const filled = fillRegisters(olga, company, {
    exhibit,
    retest,
    systemId,
    text: ({ label }) => `${label}: Zoë <b> & "x"`,
  });
  for (const { key } of registers) await filled.recordOf(key);
  // Records are sealed once nobody has changed any for a while.
  running.setNow(new Date(Date.now() + 60_000));
  await running.app.runTasks();
  const { rows } = await running.database.admin.query(
    `SELECT 'EX-' || lpad(e.number::text, 6, '0') AS exhibit, encode(e.sha256, 'hex') AS sha256, r.taken_at AS "takenAt"
      FROM app.register_runs r JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
      WHERE r.company_id = $1 ORDER BY e.number DESC LIMIT 1`,
    [company],
  );
  sealed = rows[0];
});
afterAll(() => running.close());
// So many files at once nobody else asks for.
beforeEach(() => running.forgetTries());

/** What a reader shows, without the spaces and breaks that a line may be broken at, and the colon that a PDF has behind a label. */
const letters = (text: string) => text.normalize("NFKC").replaceAll(/[\s\u00AD:]+/g, "");
const opened = {
  pdf: async (bytes: Buffer) => (await pdfWords(new Uint8Array(bytes))).text,
  docx: async (buffer: Buffer) => (await mammoth.extractRawText({ buffer })).value,
};

test("there are 35 documents that are printed", () => {
  expect(printedDocuments).toHaveLength(35);
});

// Each in one of the two, and on the next day in the other: what differs between documents is drawn into both by the same steps.
const forms = ["pdf", "docx"] as const;
test.each(printedDocuments.flatMap((printed, at) => turnOf(forms, 2, at).map((format) => ({ printed, format }))))(
  "$printed.document opens as $format, with its title, company, review, period, population, number and fingerprint",
  async ({ printed, format }) => {
    const { document } = findDocument(printed.document)!;
    const path = `/companies/${company}/printed-documents/${printed.document}/file?format=${format}`;
    const { response } = await olga.send("GET", path);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.status === 200 ? "" : bytes.toString()]).toEqual([200, ""]);
    const shown = letters(await opened[format](bytes));
    const { from, to } = periodOf(printed, document.validForDays, sealed.takenAt.toISOString());
    const day = (text: string) => calendarDate(new Date(`${text}T00:00:00Z`));
    for (const said of [
      document.title,
      `Company ${NAME}`,
      "Reviewed Not reviewed yet",
      `Period ${from === to ? `As of ${day(to)}` : `${day(from)} to ${day(to)}`}`,
      "Population",
      ...printed.tables.map(({ title }) => title),
      ...(printed.confirmed.length > 0 ? ["Confirmed"] : []),
      `Drawn from ${sealed.exhibit}`,
      sealed.sha256,
    ])
      expect([said, shown.includes(letters(said))]).toEqual([said, true]);
  },
);
