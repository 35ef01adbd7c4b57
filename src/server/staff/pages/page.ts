import type { ReportKind } from "#domain/staff/incident-report.ts";
import type { SignInProviderKey } from "../../endpoints/session.ts";
import type { RateLimits } from "../../limits/rate-limits.ts";
import type { Form, Kept } from "../policies/acknowledge-forms.ts";
import type { StaffMember, StaffSessions } from "../staff-sessions.ts";

/** What a page is asked with. */
export interface PageAsk {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** What was posted; nothing that its route does not declare. */
  readonly form: ReadonlyMap<string, string>;
  readonly cookie: string | undefined;
  readonly address: string;
  readonly userAgent: string;
}

/** The same for a page that only somebody of the staff opens. */
export interface StaffAsk extends PageAsk {
  readonly staff: StaffMember;
}

/** What a page answers: itself, another page to go to, or a file. */
export type PageAnswer =
  | { readonly title: string; readonly main: string; readonly status?: number; readonly company?: string }
  | { readonly goTo: string; readonly cookie?: string }
  | { readonly fileName: string; readonly mediaType: string; readonly bytes: Uint8Array };

interface Route {
  readonly method: "GET" | "POST";
  /** As Hono writes it. */
  readonly path: string;
  /** Fields of its form, beside the form's token. */
  readonly fields?: readonly string[] | RegExp;
}

/** A page that anybody may open, or one for staff: then its form must come from a page of the same session. */
export type PageRoute =
  | (Route & {
      readonly access: "anyone";
      readonly answer: (ask: PageAsk & { staff: StaffMember | undefined }) => Promise<PageAnswer>;
    })
  | (Route & { readonly access: "staff"; readonly answer: (ask: StaffAsk) => Promise<PageAnswer> });

export interface StaffPageDeps {
  readonly sessions: StaffSessions;
  /** Notes that an address asked for a link; whether anybody has it is looked up later, by a worker. */
  readonly askForLink: (email: string) => Promise<void>;
  /** Providers whose word about an address lets staff in. */
  readonly providers: readonly { readonly key: SignInProviderKey; readonly name: string }[];
  /** Where a link was mailed to. */
  readonly addressOfLink: (token: string) => Promise<string | null>;
  /** Links that were mailed to published contacts for security reports. */
  readonly contactLinks: {
    /** How one stands; undefined for one that never was. */
    readonly look: (token: string) => Promise<{ readonly state: string; readonly company: string } | undefined>;
    /** Records that somebody opened it, once. */
    readonly answer: (token: string) => Promise<boolean>;
  };
  readonly rateLimits: RateLimits;
  /** Keeps an acknowledgment with its receipt, and answers when it is durable. */
  readonly acknowledge: (form: Form) => Promise<Kept>;
  /** Mails what was recorded to the person; it is recorded whether or not that works. */
  readonly sendReceipt: (staff: StaffMember, done: Receipt, at: Date) => Promise<void>;
  /** Keeps a report with the mails about it, and answers with the record's number. */
  readonly report: (staff: StaffMember, said: { kind: ReportKind; text: string }, at: Date) => Promise<string>;
  readonly now: () => Date;
}

/** What a receipt is about. */
export interface Receipt {
  readonly kind: "course" | "policy";
  readonly title: string;
  readonly version: number;
  readonly result: string;
  /** Of a policy: the SHA-256 of the text that they saw. */
  readonly sha256?: string;
  /** Its place in the ledger. */
  readonly entry: string;
}
