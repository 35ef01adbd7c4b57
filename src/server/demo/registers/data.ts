import { day, exhibit, person, record, system } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

const diagram = { diagram: exhibit("Assessment report, Strand Audit"), diagramDatedOn: day(27) } as const;

/** What the sample company keeps, why, and where it goes. */
export const data: SampleRegister = {
  register: "data",
  records: [
    {
      key: "matters",
      fields: {
        name: "Files of matters",
        class: "client",
        purpose: "Work for clients",
        ownerId: person("katz"),
        about: "Clients, and people on the other side",
        systemIds: [system("Docuvault"), system("AWS (412900000174)"), system("Google Workspace")],
        vendorIds: [record("vendors", "docuvault"), record("vendors", "aws"), record("vendors", "google")],
        legalBasis: "contract",
        keptDays: 2555,
        ...diagram,
      },
    },
    {
      key: "staff",
      fields: {
        name: "Staff files",
        class: "personal",
        purpose: "Employment and pay",
        ownerId: person("nair"),
        about: "Staff",
        systemIds: [system("BambooHR")],
        legalBasis: "contract",
        keptDays: 3650,
        ...diagram,
      },
    },
    {
      key: "invoices",
      fields: {
        name: "Invoices and accounts",
        class: "business",
        purpose: "Bookkeeping",
        ownerId: person("haddad"),
        vendorIds: [record("vendors", "payline")],
        legalBasis: "duty",
        keptDays: 3650,
        ...diagram,
      },
    },
    {
      key: "website",
      fields: {
        name: "Website",
        class: "public",
        purpose: "Who we are and what we do",
        ownerId: person("silva"),
        systemIds: [system("calder-finch.example")],
        ...diagram,
      },
    },
  ],
};
