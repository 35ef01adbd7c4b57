import { day, exhibit, record } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

/** How what was retired was wiped. */
export const disposals: SampleRegister = {
  register: "disposals",
  records: [
    {
      key: "hale",
      fields: {
        subject: "Laptop of M. Hale",
        deviceIds: [record("devices", "hale")],
        method: "wipe",
        disposedOn: day(21),
        certificate: exhibit("Device compliance export"),
      },
    },
  ],
};
