import { day, person, system } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

const holders = [
  "okafor",
  "lindqvist",
  "nair",
  "silva",
  "katz",
  "adeyemi",
  "osei",
  "fischer",
  "reyes",
  "rossi",
  "haddad",
  "brandt",
];

const laptop = (number: number, holder: string): SampleRecord["fields"] => ({
  name: `CF-LT-${String(number).padStart(2, "0")}`,
  kind: "laptop",
  serial: `C02CF${4100 + number * 7}`,
  holderId: person(holder),
  systemId: system("Kandji"),
  personallyOwned: false,
});

/** A laptop for each person, the office's server for printing, and the laptop of somebody who left. */
export const devices: SampleRegister = {
  register: "devices",
  records: [
    ...holders.map((holder, at): SampleRecord => ({
      key: holder,
      fields: { ...laptop(at + 1, holder), since: day(300 + at) },
    })),
    {
      key: "print-server",
      fields: { name: "print-server", kind: "server", holderId: person("silva"), since: day(1100) },
    },
    {
      key: "hale",
      fields: { ...laptop(14, "silva"), since: day(690), retiredOn: day(22) },
      ended: "Retired",
    },
  ],
};
