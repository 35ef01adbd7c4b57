import fc from "fast-check";
import { expect, test } from "vitest";
import { namedDocuments } from "#catalog/document-names.ts";
import { suggestionWords } from "#catalog/suggestion-words.ts";
import { suggesterFor } from "../control-suggestions.ts";
import { filingSuggester } from "./suggest-filing.ts";
import type { FileFacts } from "./suggest-filing.ts";

const today = "2026-11-23";
const suggest = filingSuggester(namedDocuments, suggesterFor(suggestionWords));
const file = (fileName: string, more: Partial<FileFacts> = {}): FileFacts => ({
  name: fileName.replace(/\.[^.]+$/, ""),
  fileName,
  folder: "",
  heading: "",
  columns: "",
  text: "",
  ...more,
});

test.each([
  ["infosec-policy-v3.2-FINAL.pdf", "policies.security-policy"],
  ["Access Control Policy.docx", "accounts.access-control-policy"],
  ["2026-Q3 PT Report - Northgate Labs.pdf", "vulns.penetration-test"],
  ["restore-test-oct.xlsx", "backup.restore-test-report"],
  ["Docuvault_SOC2_Type 2 2025-26.pdf", "vendors.assurance-reports"],
  ["Floor plan.pdf", "physical.physical-policy"],
  ["training_export_2026.csv", "training.completion-report"],
  ["IR plan v2.0.docx", "incident.response-plan"],
  ["Network diagram 2026.vsdx", "inventory.network-diagrams"],
  ["Quarterly-access-review-sign-off-all-systems.pdf", "review.review-sign-off"],
  ["backupConfigurationExport.json", "backup.configuration-export"],
  ["Risk register 2026.xlsx", "risk.risk-register"],
  ["Screenshot 2026-11-18 at 16.42.07.png", null],
  ["policy.pdf", null],
  ["議事録.pdf", null],
])("%s suggests %s", (fileName, document) => expect(suggest(file(fileName), today).document).toBe(document));

test("a title on the first page says more than the file's name, and a folder more than a text that mentions many things", () => {
  const titled = file("scan0001.pdf", { heading: "Incident Response Plan", text: "restore test report" });
  expect(suggest(titled, today)).toMatchObject({
    document: "incident.response-plan",
    by: "heading",
    type: "Policy",
    controls: ["XC-21"],
  });
  const lay = file("scan0001.pdf", { folder: "export/Penetration test report", text: "our privacy notice" });
  expect(suggest(lay, today)).toMatchObject({ document: "vulns.penetration-test", by: "folder" });
});

test("where two documents fit alike none is suggested", () => {
  expect(suggest(file("restore test and penetration test.pdf"), today).document).toBeNull();
});

test("what reads like something between a client and a lawyer is asked about", () => {
  expect(suggest(file("Hartwell_engagement_letter signed.pdf"), today).privileged).toBe(true);
  expect(suggest(file("notes.txt", { text: "PRIVILEGED AND CONFIDENTIAL" }), today).privileged).toBe(true);
  expect(suggest(file("privileged users.csv"), today).privileged).toBe(false);
});

test("each document of the library is suggested by its own title, or by nothing that it is not", () => {
  const missed = namedDocuments.filter(({ id, title }) => suggest(file(`${title}.pdf`), today).document !== id);
  expect(missed.map(({ id }) => id)).toEqual([]);
});

test("whatever a file says, a suggestion names one document of the library with its control and type, and a day that is not ahead", () => {
  const words = fc.array(
    fc.constantFrom(
      "policy",
      "report",
      "restore",
      "test",
      "incident",
      "plan",
      "2026-11-12",
      "Ⅷ",
      "حق",
      "access",
      "review",
      "_",
      " ",
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(words, words, words, (name, heading, text) => {
      const said = suggest(file(`${name.join("")}.pdf`, { heading: heading.join(" "), text: text.join(" ") }), today);
      const document = namedDocuments.find(({ id }) => id === said.document);
      expect(document?.id ?? null).toBe(said.document);
      expect(document ? [document.controlId, document.type] : null).toEqual(
        said.document === null ? null : [said.controls[0], said.type],
      );
      expect(said.by === null).toBe(said.document === null);
      expect((said.date ?? today) <= today).toBe(true);
    }),
  );
});
