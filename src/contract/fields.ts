import * as z from "zod";
import { companyRoles, memberRoles } from "#domain/access.ts";
import { exhibitNumberPattern } from "#domain/exhibit-number.ts";
import { isEmailAddress } from "#domain/email-address.ts";
import { isStrongPassword } from "#domain/password.ts";

export const id = z.uuid("This is not an id.");
export const instant = z.iso.datetime();
/** A day in UTC, `2026-01-31`. The year 0 of ISO 8601 is none of PostgreSQL's. */
export const day = z.iso.date("Please enter a date").refine((text) => text >= "0001-01-02", "Please enter a date");
export const nothing = z.strictObject({});

export const emailAddress = z
  .string()
  .trim()
  // Ends here for what is longer: the pattern is not for texts of any length.
  .max(254, { error: "Please enter a valid email address", abort: true })
  .refine(isEmailAddress, "Please enter a valid email address")
  // The account library asks for more than the pattern; what it would refuse is said here, under the field.
  .refine((text) => z.email().safeParse(text).success, "Please enter a valid email address");

/** The rule where a password is set (specification, section 5). 128 characters bound what argon2id must chew. */
export const newPassword = z
  .string()
  .max(128, "Password must be at most 128 characters")
  .refine(isStrongPassword, "Password must be at least 8 characters with uppercase, lowercase, and number");

/** A short text a person types: trimmed, not empty, no control characters that would break a line of a log or mail. */
export function shortText(empty: string, max = 120): z.ZodType<string, string> {
  return z
    .string()
    .trim()
    .min(1, empty)
    .max(max, `Please use at most ${max} characters`)
    .regex(/^[^\p{Cc}]*$/u, "Please remove line breaks and control characters");
}

/** A text that is searched with; a NUL is no text to PostgreSQL. */
export function plainText(max: number): z.ZodType<string, string> {
  return z
    .string()
    .max(max)
    .regex(/^[^\0]*$/, "Please remove control characters");
}

/** Text of several lines that a person types: trimmed, and not empty where a sentence says what is missing. */
export function longText(max: number, empty?: string): z.ZodType<string, string> {
  const text = z.string().trim();
  return (empty === undefined ? text : text.min(1, empty))
    .max(max, `Please use at most ${max} characters`)
    .regex(/^[^\0]*$/, "Please remove control characters");
}

/** What the human check's widget answers with. Empty is not an error of a field: the failure has its own sentence. */
export const verification = z.string().max(4_096).default("");

export const verificationFails = ["verification-required", "verification-failed", "verification-expired"] as const;

export const controlId = z.string().regex(/^XC-\d{2}$/, "This is not a control of the library.");
export const exhibitNumber = z.string().regex(exhibitNumberPattern);
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

export const companyRole = z.enum(companyRoles);
export const memberRole = z.enum(memberRoles);
export const controlStatus = z.enum(["passing", "failing", "needs evidence", "not applicable"]);
export const evidenceType = z.enum(["Config", "Policy", "Document", "Report"]);
export const frameworkKey = z.enum([
  "soc2",
  "hipaa",
  "iso27001",
  "pcidss",
  "fedramp",
  "fisma",
  "nistcsf",
  "gdpr",
  "ccpa",
]);
export const projectStatus = z.enum(["Draft", "In Progress", "Audit Ready", "Archived"]);

/** How far long work has come; `total` 0 means not known yet. */
export const progress = z.strictObject({
  state: z.enum(["waiting", "working", "done", "failed", "cancelled"]),
  step: z.string(),
  done: z.number().int(),
  total: z.number().int(),
  failure: z.strictObject({ code: z.string(), message: z.string() }).optional(),
});
