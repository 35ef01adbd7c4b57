import { day, person, system } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

const rows = [
  ["brandt", "Google Workspace", "Account of a trainee", "Joins commercial for two years", 77, 75],
  ["brandt", "Docuvault", "Files of two matters", "Works on them with L. Fischer", 70, 69],
  ["rossi", "Docuvault", "Files of litigation", "Prepares bundles for court", 40, 39],
  ["osei", "Google Workspace", "Shared drive of litigation", "Leads the Hallam matter", 12, 11],
] as const;

/** Access that somebody asked for and somebody else approved. */
export const accessRequests: SampleRegister = {
  register: "access-requests",
  records: rows.map(([who, where, access, reason, asked, granted]): SampleRecord => ({
    key: `${who} ${where}`,
    fields: {
      access,
      personId: person(who),
      systemId: system(where),
      reason,
      requestedOn: day(asked),
      grantedOn: day(granted),
    },
  })),
};
