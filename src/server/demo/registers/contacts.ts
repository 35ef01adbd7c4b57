import { day, person } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

const onCall = { duty: "on-call", hours: "Every second week, all hours", trainedOn: day(35) };

/** Who is called in an incident. */
export const contacts: SampleRegister = {
  register: "contacts",
  records: [
    {
      key: "okafor",
      fields: { ...onCall, name: "Maya Okafor", personId: person("okafor"), phone: "+1 555 0100" },
    },
    {
      key: "lindqvist",
      fields: { ...onCall, name: "Jonas Lindqvist", personId: person("lindqvist"), phone: "+1 555 0101" },
    },
    {
      key: "silva",
      fields: {
        name: "Tom Silva",
        duty: "responder",
        personId: person("silva"),
        phone: "+1 555 0102",
        trainedOn: day(35),
      },
    },
    {
      key: "counsel",
      fields: {
        name: "Hollis & Grey",
        duty: "counsel",
        phone: "+1 555 0140",
        hours: "Weekdays",
        note: "Notice to clients and authorities.",
      },
    },
    {
      key: "insurer",
      fields: {
        name: "Harbor Mutual",
        duty: "insurer",
        phone: "+1 555 0150",
        hours: "All hours",
        note: "Call before anybody is hired.",
      },
    },
  ],
};
