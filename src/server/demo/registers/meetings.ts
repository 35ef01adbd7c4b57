import { day, exhibit, person, record } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

const attendeeIds = [person("okafor"), person("katz"), person("adeyemi"), person("lindqvist")];

/** Quarterly reviews by the partners; each saw what the last assessment or review said. */
export const meetings: SampleRegister = {
  register: "meetings",
  records: [
    {
      key: "this quarter",
      fields: {
        title: "Security review of this quarter",
        kind: "leadership",
        heldOn: day(22),
        attendeeIds,
        results: [exhibit("Assessment report, Strand Audit")],
        discussed: "Open risks, two closed incidents, and the findings of the assessment.",
        decisions: "Every account gets a second factor. The list of matters is exported every month.",
        actionIds: [record("actions", "XC-08"), record("actions", "XC-14")],
        nextOn: day(-69),
      },
    },
    {
      key: "handbook",
      fields: {
        title: "New security handbook",
        kind: "other",
        heldOn: day(58),
        attendeeIds: [person("okafor"), person("nair")],
        discussed: "What changes for everybody who works here.",
      },
    },
  ],
};
