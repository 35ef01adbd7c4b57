import * as z from "zod";
import { selfEndpoint } from "./endpoint.ts";
import { id, shortText } from "./fields.ts";
import { messageText } from "./requests.ts";

export const support = {
  send: selfEndpoint({
    path: "/support-messages",
    summary: "Write to the people who run this installation; an answer comes by mail within 24 hours",
    input: z.strictObject({
      subject: shortText("Please enter a subject", 150),
      message: messageText,
      /** The company that it is about; its name goes with the message if the caller is a member. */
      companyId: id.optional(),
    }),
    output: z.strictObject({ received: z.literal(true) }),
    fails: ["too-many-requests"],
  }),
};
