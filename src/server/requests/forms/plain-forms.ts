import type * as z from "zod";
import { publicForms } from "#catalog/public-forms.ts";
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

export const plainForms: readonly PlainForm[] = [
  { ...publicForms.access, schema: accessRequest, fixed: { kind: "access" } },
  { ...publicForms.waitlist, schema: accessRequest, fixed: { kind: "waitlist" } },
  { ...publicForms.contact, schema: contactMessage, fixed: {} },
];
