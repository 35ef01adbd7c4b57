import { moment, person } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

type Row = readonly [
  key: string,
  name: string,
  jobTitle: string,
  kind: string,
  startedDaysAgo: number,
  manager?: string,
];

// The twelve who work for the firm; whoever has an account in Exhibit has the same address here.
const rows: readonly Row[] = [
  ["okafor", "Maya Okafor", "Managing partner", "partner", 2900],
  ["lindqvist", "Jonas Lindqvist", "IT and security lead", "employee", 1600, "okafor"],
  ["nair", "Priya Nair", "Office manager", "employee", 1200, "okafor"],
  ["silva", "Tom Silva", "Systems engineer", "employee", 800, "lindqvist"],
  ["katz", "Samuel Katz", "Partner, litigation", "partner", 2400],
  ["adeyemi", "Ruth Adeyemi", "Partner, commercial", "partner", 1900],
  ["osei", "Paul Osei", "Associate, litigation", "employee", 420, "katz"],
  ["fischer", "Lena Fischer", "Associate, commercial", "employee", 640, "adeyemi"],
  ["reyes", "Dan Reyes", "Associate, litigation", "employee", 530, "katz"],
  ["rossi", "Nina Rossi", "Paralegal", "employee", 300, "osei"],
  ["haddad", "Omar Haddad", "Bookkeeper", "employee", 990, "nair"],
  ["brandt", "Kai Brandt", "Trainee", "intern", 75, "fischer"],
];

// The demo accounts' own addresses are those that they sign in with.
const addresses: Readonly<Record<string, string>> = {
  okafor: "demo@exhibit.example",
  lindqvist: "admin@exhibit.example",
};

const present = rows.map(([key, name, jobTitle, kind, startedDaysAgo, manager]): SampleRecord => {
  const email = addresses[key] ?? `${name.toLowerCase().replace(" ", ".")}@calder-finch.example`;
  return {
    key,
    fields: {
      name,
      email,
      jobTitle,
      kind,
      startsAt: moment(startedDaysAgo, "09:00"),
      ...(manager !== undefined && { managerId: person(manager) }),
    },
  };
});

/** Everyone who works for the sample company, and one who left. */
export const people: SampleRegister = {
  register: "people",
  records: [
    ...present,
    {
      key: "hale",
      fields: {
        name: "Martin Hale",
        email: "martin.hale@calder-finch.example",
        jobTitle: "Associate, commercial",
        kind: "employee",
        managerId: person("adeyemi"),
        startsAt: moment(700, "09:00"),
        endsAt: moment(24, "17:00"),
      },
      ended: "Resigned",
    },
  ],
};
