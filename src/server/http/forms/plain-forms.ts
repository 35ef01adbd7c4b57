import type * as z from "zod";
import { accessRequest, contactMessage } from "#contract/requests.ts";

/** One line or several of a form, as the page without scripts shows it. */
interface PlainField {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "email" | "textarea";
  readonly autocomplete?: string;
}

/** A form that works without JavaScript: the same fields, rules and words as the page's own. */
export interface PlainForm {
  readonly path: string;
  readonly heading: string;
  readonly button: string;
  /** What the specification says when it went well. */
  readonly success: string;
  /** What it says when the fault is ours. */
  readonly failure: string;
  readonly fields: readonly PlainField[];
  readonly schema: typeof accessRequest | typeof contactMessage;
  /** Given by the address and not by the visitor. */
  readonly fixed: Readonly<Record<string, string>>;
}

/** What was read from one of these forms; `kind` tells an access request from a message. */
export type PlainInput = z.output<typeof accessRequest> | z.output<typeof contactMessage>;

const email = { name: "email", label: "Email", type: "email", autocomplete: "email" } as const;
const whoAsks: readonly PlainField[] = [
  { name: "firstName", label: "First name", type: "text", autocomplete: "given-name" },
  { name: "lastName", label: "Last name", type: "text", autocomplete: "family-name" },
  email,
  { name: "company", label: "Company", type: "text", autocomplete: "organization" },
  { name: "role", label: "Role", type: "text", autocomplete: "organization-title" },
];

export const plainForms: readonly PlainForm[] = [
  {
    path: "/request-access",
    heading: "Request Early Access",
    button: "Request Early Access",
    success: "Request submitted! We'll be in touch soon.",
    failure: "Something went wrong on our side. Please try again later.",
    fields: whoAsks,
    schema: accessRequest,
    fixed: { kind: "access" },
  },
  {
    path: "/waitlist",
    heading: "Join the Waitlist",
    button: "Join the Waitlist",
    success: "You've been added to the waitlist!",
    failure: "Something went wrong on our side. Please try again later.",
    fields: whoAsks,
    schema: accessRequest,
    fixed: { kind: "waitlist" },
  },
  {
    path: "/contact",
    heading: "Contact",
    button: "Send Message",
    success: "Message sent successfully! We'll get back to you soon.",
    failure: "Failed to send message. Please try again later.",
    fields: [
      { name: "name", label: "Name", type: "text", autocomplete: "name" },
      email,
      { name: "subject", label: "Subject", type: "text" },
      { name: "message", label: "Message", type: "textarea" },
    ],
    schema: contactMessage,
    fixed: {},
  },
];
