import { expect, test } from "vitest";
import { suggesterFor } from "#domain/control-suggestions.ts";
import { controls } from "./index.ts";
import { suggestionWords } from "./suggestion-words.ts";

const suggest = suggesterFor(suggestionWords);
const first = (fileName: string, text = "") =>
  suggest({ name: fileName.replace(/\.[^.]+$/, ""), fileName, text })[0]?.control;

test.each([
  ["XC-01", "Information Security Policy 2026.pdf"],
  ["XC-02", "Board minutes security Q3.docx"],
  ["XC-03", "risk_register_2026.xlsx"],
  ["XC-04", "DPA Docuvault signed.pdf"],
  ["XC-05", "background-check-completed-hires.csv"],
  ["XC-06", "KnowBe4 phishing training completion.csv"],
  ["XC-07", "offboarding checklist d.reyes.pdf"],
  ["XC-08", "okta_mfa_enrollment.json"],
  ["XC-09", "aws-iam-admin-roles.json"],
  ["XC-10", "2026-Q3 user access review.xlsx"],
  ["XC-11", "asset inventory export.csv"],
  ["XC-12", "tls-ciphers-scan-endpoints.json"],
  ["XC-13", "s3 public bucket settings.json"],
  ["XC-14", "data retention schedule.docx"],
  ["XC-14", "hard drive destruction certificate.pdf"],
  ["XC-15", "jamf-device-compliance.csv"],
  ["XC-15", "bitlocker status laptops.csv"],
  ["XC-16", "security-group-rules.json"],
  ["XC-16", "firewall review 2026.pdf"],
  ["XC-17", "office visitor log.xlsx"],
  ["XC-17", "badge access list.csv"],
  ["XC-18", "github branch protection main.json"],
  ["XC-18", "change tickets September.csv"],
  ["XC-19", "pentest report 2026 retest.pdf"],
  ["XC-19", "dependabot-alerts.json"],
  ["XC-20", "cloudtrail configuration.json"],
  ["XC-21", "incident postmortem 2026-02.md"],
  ["XC-21", "tabletop exercise notes.docx"],
  ["XC-22", "restore test RDS.md"],
  ["XC-22", "business continuity plan.pdf"],
])("%s is suggested first for %s", (control, fileName) => {
  expect(first(fileName)).toBe(control);
});

test("a name that says nothing gets no suggestion, unless the text does", () => {
  for (const name of ["IMG_2231.jpg", "notes.txt", "scan 0041.pdf", "Untitled document"])
    expect(first(name)).toBeUndefined();
  expect(first("export.txt", "The phishing course was completed by all; training is repeated every year.")).toBe(
    "XC-06",
  );
});

test("every control can be suggested, and no word of ours is for a control that does not exist", () => {
  expect(suggestionWords.map(({ id }) => id)).toEqual(controls.map(({ id }) => id));
  for (const { id, title } of controls) expect(first(title), title).toBe(id);
});
