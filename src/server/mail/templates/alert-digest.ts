import { helloTo } from "../layout/greeting.ts";
import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
  readonly company: string;
  /** The kinds it is about, as the settings call them. */
  readonly kinds: readonly string[];
  /** Oldest first. */
  readonly acts: readonly { readonly at: Date; readonly text: string }[];
}

/** More than anybody reads in a mail. */
const MOST = 40;

/** What somebody did in a company, for a member who asked to be told; several things in one mail. */
export function alertDigest({ user, appUrl, company, kinds, acts }: Facts): Mail {
  const [first] = acts;
  const left = acts.length - MOST;
  return writeMail({
    to: user.email,
    appUrl,
    subject: acts.length === 1 && first ? `${company}: ${first.text}` : `${company}: ${acts.length} changes`,
    greeting: helloTo(user),
    before: `This is what happened at ${company}.`,
    facts: acts.slice(0, MOST).map(({ at, text }) => [moment(at), text] as const),
    action: { label: "Manage notifications", link: `${appUrl}/dashboard/settings?tab=notifications` },
    after: `${left > 0 ? `${left} more are in the activity log. ` : ""}If something here looks wrong, contact an admin of the company.`,
    because: `You receive this email because your notifications for this company include ${listOf(kinds)}.`,
  });
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
