import { day, exhibit, person } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

type Row = readonly [reference: string, lead: string, group: readonly string[], opened: number, closed?: number];

const rows: readonly Row[] = [
  ["2026-014", "katz", ["katz", "osei", "rossi"], 240],
  ["2026-021", "adeyemi", ["adeyemi", "fischer"], 160],
  ["2026-027", "katz", ["katz", "reyes"], 95],
  ["2025-038", "adeyemi", [], 520, 130],
];

/** Matters as the practice's list of last month but one shows them: it is too old by now to say who has access. */
export const clientMatters: SampleRegister = {
  register: "client-matters",
  records: rows.map(([reference, lead, group, opened, closed]): SampleRecord => ({
    key: reference,
    fields: {
      reference,
      leadId: person(lead),
      restricted: group.length > 0 ? "yes" : "no",
      ...(group.length > 0 && { groupIds: group.map(person), accessIds: group.map(person) }),
      openedOn: day(opened),
      ...(closed !== undefined && { closedOn: day(closed) }),
      keptYears: 7,
      list: exhibit("Matter list, Docuvault"),
      listedOn: day(47),
    },
  })),
};
