import * as z from "zod";
import { publicEndpoint, platformEndpoint } from "./endpoint.ts";
import { emailAddress, id, instant, nothing, plainText, shortText, verification, verificationFails } from "./fields.ts";

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

const requestKind = z.enum(["access", "waitlist", "contact", "support"]);
const outcome = z.enum(["answered", "invited", "closed"]);

/** What somebody sent us, as it stands in the list. */
const listed = z.strictObject({
  id,
  kind: requestKind,
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  /** The subject of a message; what somebody does who asks for access. */
  about: z.string(),
  createdAt: instant,
  answerDueAt: instant.nullable(),
  answeredAt: instant.nullable(),
  /** What became of it; null also for what was marked as answered at the command line. */
  outcome: outcome.nullable(),
  answeredBy: z.string().nullable(),
});

const whole = listed.omit({ outcome: true, answeredBy: true }).extend({
  /** The message; of a request for access, the details that were replaced since. */
  words: z.string(),
  answers: z.array(z.strictObject({ at: instant, by: z.string(), outcome, words: z.string().nullable() })),
});

const always = ["forbidden", "second-factor-required"] as const;
const theRequest = z.strictObject({ requestId: id });

export const requests = {
  list: platformEndpoint({
    method: "GET",
    path: "/requests",
    summary: "What visitors and members sent, fifty at a time: open ones oldest first, settled ones newest first",
    input: z.strictObject({
      state: z.enum(["open", "settled"]).default("open"),
      kind: requestKind.or(z.literal("")).default(""),
      search: plainText(120).default(""),
      /** What the page before said comes next. */
      after: z
        .string()
        .regex(/^(\d{4}-\d{2}-\d{2}T[\d:.]+Z_[0-9a-f-]{36})?$/, "This is not a place in the list.")
        .default(""),
    }),
    output: z.strictObject({ requests: z.array(listed), next: z.string().nullable() }),
    fails: always,
  }),
  get: platformEndpoint({
    method: "GET",
    path: "/requests/{requestId}",
    summary: "One of them whole, with what was answered",
    input: theRequest,
    output: whole,
    fails: [...always, "not-found"],
  }),
  answer: platformEndpoint({
    path: "/requests/{requestId}/answer",
    summary: "Mail an answer, which quotes what was sent, and mark it as answered",
    input: theRequest.extend({ message: messageText }),
    output: nothing,
    fails: [...always, "not-found", "request-settled"],
  }),
  invite: platformEndpoint({
    path: "/requests/{requestId}/invite",
    summary: "Invite a person who asked for access to sign up, as somebody who may found a company",
    input: theRequest,
    output: nothing,
    fails: [...always, "not-found", "request-settled", "account-exists"],
  }),
  close: platformEndpoint({
    path: "/requests/{requestId}/close",
    summary: "Settle it without an answer",
    input: theRequest,
    output: nothing,
    fails: [...always, "not-found", "request-settled"],
  }),
  reopen: platformEndpoint({
    path: "/requests/{requestId}/reopen",
    summary: "Open it again",
    input: theRequest,
    output: nothing,
    fails: [...always, "not-found", "request-open"],
  }),
  humanCheck: publicEndpoint({
    method: "GET",
    path: "/human-check",
    summary: "A new challenge for the human check, good for ten minutes and for one request",
    perMinute: 60,
    input: nothing,
    output: humanCheck,
  }),
  askAccess: publicEndpoint({
    path: "/access-requests",
    summary: "Ask for early access, or for a place on the waitlist; answers alike when the address has asked before",
    perMinute: 30,
    input: accessRequest,
    output: received,
    fails: verificationFails,
  }),
  sendMessage: publicEndpoint({
    path: "/contact-messages",
    summary: "Send a message to the people who run this instance; it is answered within 24 hours",
    perMinute: 30,
    input: contactMessage,
    output: received,
    fails: verificationFails,
  }),
};
