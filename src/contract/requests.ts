import * as z from "zod";
import { account } from "./endpoint.ts";
import { emailAddress, nothing, shortText, verification, verificationFails } from "./fields.ts";

/** What the browser works on to show that a person waits behind it: a puzzle in the form of ALTCHA's challenges. */
const humanCheck = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string(),
    cost: z.number().int(),
    expiresAt: z.number().int(),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
});

const received = z.strictObject({ received: z.literal(true) });

/** Stands in the form where no person sees it. Whoever fills it in is answered like everybody, and not heard. */
const website = z.string().max(2_000).default("");

/** A form without scripts sends line breaks as two characters; they count as one. */
export const messageText = z
  .string()
  .max(10_100, { error: "Please use at most 5000 characters", abort: true })
  .transform((text) => text.replace(/\r\n?/g, "\n").trim())
  .pipe(z.string().min(1, "Please enter a message").max(5_000, "Please use at most 5000 characters"))
  // Line breaks and tabs are how people write; any other control character is not.
  .refine((text) => /^[^\p{Cc}]*$/u.test(text.replace(/[\n\t]/g, " ")), "Please remove control characters");

/** What a person types on /request-access and /waitlist. */
export const accessRequest = z.strictObject({
  kind: z.enum(["access", "waitlist"]),
  firstName: shortText("Please enter your first name", 60),
  lastName: shortText("Please enter your last name", 60),
  email: emailAddress,
  company: shortText("Please enter your company"),
  role: shortText("Please enter your role"),
  website,
  verification,
});

/** What a person types on /contact. */
export const contactMessage = z.strictObject({
  name: shortText("Please enter your name"),
  email: emailAddress,
  subject: shortText("Please enter a subject", 150),
  message: messageText,
  website,
  verification,
});

export const requests = {
  humanCheck: account({
    method: "GET",
    path: "/human-check",
    summary: "A new challenge for the human check, good for ten minutes and for one request",
    perMinute: 60,
    input: nothing,
    output: humanCheck,
  }),
  askAccess: account({
    path: "/access-requests",
    summary: "Ask for early access, or for a place on the waitlist; answers alike when the address has asked before",
    perMinute: 30,
    input: accessRequest,
    output: received,
    fails: verificationFails,
  }),
  sendMessage: account({
    path: "/contact-messages",
    summary: "Send a message to the people who run this instance; it is answered within 24 hours",
    perMinute: 30,
    input: contactMessage,
    output: received,
    fails: verificationFails,
  }),
};
