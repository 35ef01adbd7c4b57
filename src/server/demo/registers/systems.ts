import { person, system } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

type Row = readonly [
  name: string,
  owner: string,
  criticality: string,
  data: readonly string[],
  purpose: string,
  hours: readonly [rto: number, rpo: number],
];

const rows: readonly Row[] = [
  ["AWS (412900000174)", "silva", "critical", ["client", "personal"], "Client portal and its database", [4, 1]],
  ["Okta", "lindqvist", "critical", ["personal"], "Sign-in for everything else", [4, 24]],
  ["Google Workspace", "lindqvist", "critical", ["client", "personal"], "Mail, calendar and office files", [8, 24]],
  ["GitHub", "silva", "important", ["business"], "Code of the client portal", [24, 24]],
  ["Jira", "silva", "important", ["business"], "Changes and findings", [48, 24]],
  ["Kandji", "lindqvist", "important", ["business"], "Management of laptops", [48, 24]],
  ["1Password", "lindqvist", "critical", ["business"], "Shared secrets", [8, 24]],
  ["BambooHR", "nair", "important", ["personal"], "Staff files", [72, 24]],
  ["KnowBe4", "nair", "minor", ["business"], "Phishing tests", [168, 168]],
  ["Docuvault", "katz", "critical", ["client", "personal"], "Matters and their files", [4, 1]],
  ["calder-finch.example", "silva", "minor", ["public"], "Website", [72, 168]],
  ["Trivy", "silva", "minor", ["business"], "Scans of the client portal's images", [168, 168]],
];

/** What the sample company runs or uses, as owners describe it. */
export const systems: SampleRegister = {
  register: "systems",
  records: rows.map(([name, owner, criticality, data, purpose, hours]): SampleRecord => ({
    key: name,
    fields: {
      systemId: system(name),
      ownerId: person(owner),
      criticality,
      data,
      purpose,
      production: name.startsWith("AWS") || name === "Docuvault",
      rtoHours: hours[0],
      rpoHours: hours[1],
    },
  })),
};
