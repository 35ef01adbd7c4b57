import { day, person } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

type Row = readonly [title: string, control: string, owner: string, due: number, plan: string, source?: string];

const rows: readonly Row[] = [
  [
    "Second factor for d.reyes and svc-print",
    "XC-08",
    "silva",
    -12,
    "A key is ordered; the service account gets a role.",
  ],
  ["Sharing of intake-forms with the public", "XC-13", "lindqvist", -9, "The bucket moves behind the client portal."],
  ["SSH of the print server is open to the internet", "XC-16", "silva", -30, "It is replaced by a managed printer."],
  ["Critical vulnerabilities of the client portal", "XC-19", "silva", -6, "The image is built anew from a newer base."],
  [
    "Monthly export of the list of matters",
    "XC-14",
    "katz",
    -40,
    "Docuvault is to send it on the first of each month.",
  ],
  ["Quarterly access review", "XC-10", "lindqvist", -20, "It begins as soon as GitHub is connected."],
  ["Call list of the incident plan", "XC-21", "okafor", -45, "Read it aloud each quarter, and correct it.", "test"],
];

/** What fails, and what a test found, has an action with an owner and a day. */
export const actions: SampleRegister = {
  register: "actions",
  records: rows.map(([title, control, owner, due, plan, source]): SampleRecord => ({
    key: control,
    fields: {
      title,
      source: source ?? "failing-control",
      controls: [control],
      ownerId: person(owner),
      dueOn: day(due),
      plan,
    },
  })),
};
