import { expect, test } from "vitest";
import { recordProposer } from "./propose-record.ts";

const records = [
  { number: "ASR-1", title: "Northwind SOC 2 Type 2, 2026" },
  { number: "ASR-12", title: "Contoso ISO 27001 certificate" },
  { number: "ASR-2", title: "Fabrikam" },
  { number: "ASR-3", title: "Contoso penetration test" },
];
const propose = recordProposer(records);
const proposed = (name: string) => propose(name)?.number;

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

test("100 names among 10,000 titles that share their words are each proposed for its own", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    number: `ASR-${at}`,
    title: `SOC report ${at} of vendor`,
  }));
  const proposer = recordProposer(many);
  const found = Array.from({ length: 100 }, (_, at) => proposer(`soc report ${9_000 + at}.pdf`)?.number);
  expect(found).toEqual(Array.from({ length: 100 }, (_, at) => `ASR-${9_000 + at}`));
});
