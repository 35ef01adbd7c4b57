import { expect, test } from "vitest";
import { proposeRecord } from "./propose-record.ts";

const records = [
  { number: "ASR-1", title: "Northwind SOC 2 Type 2, 2026" },
  { number: "ASR-12", title: "Contoso ISO 27001 certificate" },
  { number: "ASR-2", title: "Fabrikam" },
  { number: "ASR-3", title: "Contoso penetration test" },
];
const proposed = (name: string) => proposeRecord(records, name)?.number;

test.each([
  ["asr-12 signed.pdf", "ASR-12"],
  ["ASR-1.pdf", "ASR-1"],
  ["Northwind_SOC-2_Type-2.pdf", "ASR-1"],
  ["fabrikam questionnaire.docx", "ASR-2"],
  ["Contoso certificate 27001", "ASR-12"],
])("%s is proposed as a file of %s", (name, number) => {
  expect(proposed(name)).toBe(number);
});

test.each(["report.pdf", "Contoso.pdf", "ASR-99.pdf", "ASR-123.pdf", "XASR-1.pdf", "", "type 2"])(
  "%s is proposed for no record: it says too little, or fits two",
  (name) => {
    expect(proposed(name)).toBeUndefined();
  },
);
