import { day, person } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

type Row = readonly [
  key: string,
  name: string,
  service: string,
  rating: string,
  data: readonly string[],
  hosting: string,
  location: string,
  owner: string,
  since: number,
];

const rows: readonly Row[] = [
  ["docuvault", "Docuvault", "Matters and their files", "high", ["client", "personal"], "yes", "Germany", "katz", 1500],
  [
    "aws",
    "Amazon Web Services",
    "Cloud hosting",
    "medium",
    ["client", "personal"],
    "yes",
    "Ohio, Oregon",
    "silva",
    1300,
  ],
  [
    "google",
    "Google Workspace",
    "Mail and office files",
    "medium",
    ["client", "personal"],
    "yes",
    "Europe",
    "lindqvist",
    2000,
  ],
  ["okta", "Okta", "Sign-in", "medium", ["personal"], "no", "United States", "lindqvist", 1100],
  ["payline", "Payline", "Invoices and payments", "low", ["business"], "no", "Ireland", "haddad", 900],
  ["kandji", "Kandji", "Management of laptops", "low", ["business"], "no", "United States", "lindqvist", 800],
];

/** Companies that the sample company buys services from. */
export const vendors: SampleRegister = {
  register: "vendors",
  records: rows.map(([key, name, service, rating, data, hosting, location, owner, since]): SampleRecord => ({
    key,
    fields: { name, service, rating, data, hosting, location, ownerId: person(owner), since: day(since) },
  })),
};
