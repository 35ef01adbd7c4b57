import { helloTo } from "../layout/greeting.ts";
import { moment } from "../layout/moment.ts";
import type { Letter } from "./letter.ts";

interface Facts {
  readonly to: string;
  readonly name: string;
  readonly company: string;
  /** A course that was passed, or a policy that was acknowledged. */
  readonly done: {
    readonly kind: "course" | "policy";
    readonly title: string;
    readonly version: number;
    readonly result: string;
    /** Of a policy: the SHA-256 of the text that they saw. */
    readonly sha256?: string;
    readonly entry: string;
  };
  readonly at: Date;
  readonly appUrl: string;
}

/** Stands for the place in the ledger where it is known only once the mail is put in line, in the same transaction. */
export const ENTRY_PLACE = "{ledger entry}";

/** What somebody of the staff keeps of what they did. */
export function staffReceipt({ to, name, company, done, at, appUrl }: Facts): Letter {
  const { kind, title, version, result, sha256, entry } = done;
  return {
    to,
    appUrl,
    subject: kind === "course" ? `You passed ${title}` : `You acknowledged ${title}`,
    greeting: helloTo({ firstName: name, lastName: "" }),
    before: `This is your receipt from ${company}. You need not do anything.`,
    facts: [
      [kind === "course" ? "Course" : "Policy", `${title}, version ${version}`],
      ["Result", result],
      ["Recorded", moment(at)],
      ...(sha256 === undefined ? [] : [["Text", sha256] as const]),
      ["Ledger entry", entry],
    ],
    action: { label: "Open your page", link: `${appUrl}/me` },
    after: "Your page asks for a new link if you are no longer signed in.",
    because: `You receive this email because ${to} is your work email at ${company}.`,
  };
}
