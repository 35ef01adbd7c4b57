import { describe, expect, onTestFinished, test } from "vitest";
import { findDocument } from "#catalog/index.ts";
import { printedDocuments } from "#catalog/printed/index.ts";
import { registers } from "#catalog/registers/index.ts";
import { pdfWords } from "#server/reading/pdf-words.ts";
import { fillRegisters } from "../support/filled-registers.ts";
import { lacks } from "../support/machine.ts";
import { converted } from "../support/office.ts";
import { runApp } from "../support/running-app.ts";

// Every document that is printed from registers, as a Word document, is opened by an office that nobody here wrote, and printed there.

const letters = (text: string) => text.normalize("NFKC").replaceAll(/[\s\u00AD]+/g, "");

/** A company with a record in each register, sealed. */
async function sealedCompany() {
  const running = await runApp();
  onTestFinished(() => running.close());
  const olga = await running.person("Olga");
  const id = await olga.found("Calder & Finch LLP");
  const query = new URLSearchParams({ name: "Report", fileName: "report.txt", type: "Document", controls: "XC-01" });
  const { exhibit } = (await olga.upload(`/companies/${id}/evidence?${query}`, "a report")).body;
  const { exhibit: retest } = (await olga.upload(`/companies/${id}/evidence?${query}`, "a later report")).body;
  const systemId = (await olga.post(`/companies/${id}/systems`, { name: "Clio", kinds: ["practice"] })).body.id;
  const filled = fillRegisters(olga, id, {
    exhibit,
    retest,
    systemId,
    text: ({ label }) => `${label}: Zoë 日本 <b> & "x"`,
  });
  for (const { key } of registers) await filled.recordOf(key);
  // Records are sealed once nobody has changed any for a while.
  running.setNow(new Date(Date.now() + 60_000));
  await running.app.runTasks();
  const { rows } = await running.database.admin.query(
    "SELECT 'EX-' || lpad(e.number::text, 6, '0') AS exhibit, encode(e.sha256, 'hex') AS sha256 FROM app.register_runs r JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id ORDER BY e.number DESC LIMIT 1",
  );
  return { olga, id, sealed: rows[0] as { exhibit: string; sha256: string } };
}

// A machine without it skips this: "npm run test:long" says so.
describe.skipIf(lacks("soffice"))("LibreOffice, where the machine has soffice,", () => {
  test("opens every printed register as a Word document, and prints its title, its number and its fingerprint", async () => {
    const { olga, id, sealed } = await sealedCompany();
    const files = new Map<string, Uint8Array>();
    for (const { document } of printedDocuments) {
      const { response, status, body } = await olga.send(
        "GET",
        `/companies/${id}/printed-documents/${document}/file?format=docx`,
      );
      expect([document, status, body]).toEqual([document, 200, undefined]);
      files.set(`${document}.docx`, new Uint8Array(await response.arrayBuffer()));
    }
    expect(files.size).toBeGreaterThan(30);
    const printed = await converted("pdf", files);
    for (const { document } of printedDocuments) {
      const pdf = printed.get(`${document}.docx`)!;
      expect([document, pdf.subarray(0, 5).toString()]).toEqual([document, "%PDF-"]);
      const shown = letters((await pdfWords(new Uint8Array(pdf))).text);
      for (const said of [findDocument(document)!.document.title, "Calder & Finch LLP", sealed.exhibit, sealed.sha256])
        expect([document, said, shown.includes(letters(said))]).toEqual([document, said, true]);
    }
  }, 600_000);
});
