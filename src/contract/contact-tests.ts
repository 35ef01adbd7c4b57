import * as z from "zod";
import { change } from "./endpoint.ts";
import { emailAddress, id } from "./fields.ts";
import { record } from "./register-shapes.ts";

/** Tests of the contact for security reports that a site publishes: a link that Exhibit mails to it. */
export const contactTests = {
  send: change({
    access: "registers.write",
    path: "/companies/{companyId}/contact-tests",
    summary:
      "Email a one-time link to the published contact of a website; the record of the test says whether somebody opened it within 14 days",
    records: "record.added",
    input: z.strictObject({
      companyId: id,
      systemId: id,
      /** Where outsiders find the contact. */
      contact: z
        .string()
        .trim()
        .max(2_000)
        .regex(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/, "Please enter an address such as https://example.com/security."),
      email: emailAddress,
    }),
    output: record,
    fails: ["not-found", "forbidden", "contact-test-waiting", "contact-test-site", "record-rules", "too-many-requests"],
  }),
};
