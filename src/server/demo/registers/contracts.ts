import { day, exhibit, record } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

const rows = [
  ["docuvault", "Data terms of Docuvault", 400, 24],
  ["aws", "Data processing addendum of Amazon Web Services", 380, 72],
  ["google", "Data processing addendum of Google Workspace", 390, 72],
  ["okta", "Data terms of Okta", 350, 48],
] as const;

/** Signed data terms of whoever handles client or personal data. */
export const contracts: SampleRegister = {
  register: "contracts",
  records: rows.map(([vendor, title, signed, noticeHours]): SampleRecord => ({
    key: vendor,
    fields: {
      title,
      vendorId: record("vendors", vendor),
      kind: "dpa",
      file: exhibit("Data terms of vendors, signed"),
      signedOn: day(signed),
      securityDuties: "yes",
      noticeHours,
    },
  })),
};
