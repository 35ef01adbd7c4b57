import { day, exhibit, person, record, system } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

const CONTROLS = Array.from({ length: 22 }, (_, index) => `XC-${String(index + 1).padStart(2, "0")}`);
const SCANNED = [system("AWS (412900000174)"), system("calder-finch.example")];
const scan = {
  doneOn: day(28),
  by: "inside",
  testerIds: [person("silva")],
  report: exhibit("Assessment report, Strand Audit"),
};
const restore = { kind: "restore", doneOn: day(36), by: "inside", testerIds: [person("silva")], complete: "yes" };
const audit = {
  doneOn: day(30),
  by: "outside",
  firm: "Strand Audit",
  report: exhibit("Assessment report, Strand Audit"),
};

/** What was tested in a year. It is confirmed, since the firm's corrective actions are judged against what its audits found. */
export const tests: SampleRegister = {
  register: "tests",
  records: [
    {
      key: "audit",
      fields: {
        ...audit,
        title: "Assessment of the program",
        kind: "audit",
        controls: CONTROLS,
        findings: [
          "One person and one service account sign in without a second factor.",
          "Anyone can read the bucket of intake forms.",
          "The list of matters is exported too rarely.",
        ],
        actionIds: [record("actions", "XC-08"), record("actions", "XC-13"), record("actions", "XC-14")],
      },
    },
    { key: "pentest", fields: { ...audit, title: "Penetration test of the client portal", kind: "pentest", grave: 0 } },
    { key: "inside", fields: { ...scan, title: "Scan from inside", kind: "internal-scan", systemIds: SCANNED } },
    { key: "outside", fields: { ...scan, title: "Scan from outside", kind: "external-scan", systemIds: SCANNED } },
    {
      key: "database",
      fields: {
        ...restore,
        title: "Restore of the portal's database",
        report: exhibit("Assessment report, Strand Audit"),
        systemIds: [system("AWS (412900000174)")],
        recoveryHours: 1,
        lossHours: 1,
      },
    },
    {
      key: "exports",
      fields: {
        ...restore,
        title: "Restore of exports",
        report: exhibit("Assessment report, Strand Audit"),
        systemIds: [system("Okta"), system("Google Workspace"), system("1Password"), system("Docuvault")],
        recoveryHours: 3,
        lossHours: 1,
      },
    },
    {
      key: "exercise",
      fields: {
        title: "A lost laptop",
        kind: "exercise",
        doneOn: day(35),
        by: "inside",
        testerIds: [person("lindqvist")],
        report: exhibit("Assessment report, Strand Audit"),
        participantIds: [person("okafor"), person("lindqvist"), person("silva"), person("nair")],
        findings: ["The call list was out of date."],
        actionIds: [record("actions", "XC-21")],
      },
    },
  ],
};
