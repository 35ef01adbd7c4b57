import { exhibit, moment, person } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

const letters = exhibit("Letters of Hollis & Grey");

/** Two incidents in a year, both closed, one of them with a notice decision; and the exercise. */
export const incidents: SampleRegister = {
  register: "incidents",
  records: [
    {
      key: "phishing",
      fields: {
        title: "Somebody entered a password on a false page",
        kind: "incident",
        severity: "medium",
        discoveredAt: moment(210, "13:05"),
        leadId: person("lindqvist"),
        responderIds: [person("silva")],
        data: ["business"],
        timeline: "13:05 reported by D. Reyes. 13:20 sessions ended and password changed. 15:00 logs read.",
        cause: "A mail that looked like one of a court.",
        evidence: [exhibit("Assessment report, Strand Audit")],
        lessons: "Mails from courts are now part of the training.",
        closedAt: moment(208, "10:00"),
      },
    },
    {
      key: "letter",
      fields: {
        title: "A letter went to the wrong client",
        kind: "incident",
        severity: "low",
        discoveredAt: moment(5, "09:30"),
        leadId: person("okafor"),
        data: ["client", "personal"],
        timeline: "09:30 the recipient called. 11:00 the letter came back unopened.",
        cause: "Two clients with the same last name.",
        evidence: [letters],
        lessons: "Addresses are read from the matter, and not typed.",
        noticeDecision: "none",
        noticeDecidedAt: moment(4, "16:00"),
        noticeRecord: letters,
        counselAdvice: letters,
        closedAt: moment(3, "17:00"),
      },
    },
    {
      key: "exercise",
      fields: {
        title: "A lost laptop",
        kind: "exercise",
        discoveredAt: moment(35, "09:00"),
        leadId: person("lindqvist"),
        responderIds: [person("okafor"), person("silva"), person("nair")],
        data: ["none"],
        lessons: "The call list was out of date.",
        closedAt: moment(35, "11:00"),
      },
    },
  ],
};
