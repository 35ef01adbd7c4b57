import { moment, person, record } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

const rows = [
  ["Copier technician", "maintenance", 33, "10:05", "11:20", "nair"],
  ["Delivery of paper", "delivery", 26, "09:15", "09:25", "haddad"],
  ["Visit of a client", "visit", 19, "14:00", "15:30", "katz"],
  ["Inspection of fire extinguishers", "maintenance", 12, "08:30", "09:10", "nair"],
] as const;

/** Who came to the office, and what was maintained there. */
export const siteLog: SampleRegister = {
  register: "site-log",
  records: rows.map(([subject, kind, daysAgo, from, to, host]): SampleRecord => ({
    key: subject,
    fields: {
      subject,
      kind,
      siteId: record("sites", "office"),
      hostId: person(host),
      startedAt: moment(daysAgo, from),
      leftAt: moment(daysAgo, to),
    },
  })),
};
