import { endedBecause, issuedKind } from "#domain/issued.ts";
import type { EndedBecause, IssuedKindKey } from "#domain/issued.ts";
import { helloTo } from "../layout/greeting.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

/** Something that ended with its issuer's rights. */
export interface Ended {
  readonly kind: IssuedKindKey;
  readonly label: string;
}

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
  readonly company: string;
  /** Who issued it. */
  readonly person: string;
  readonly reason: EndedBecause;
  readonly ended: readonly Ended[];
}

/** Lines of a mail; what does not fit is in the activity. */
const LISTED = 40;

/** What somebody issued in the company has ended with their rights. */
export function rightsEnded({ user, appUrl, company, person, reason, ended }: Facts): Mail {
  const more = ended.length - LISTED;
  return writeMail({
    to: user.email,
    appUrl,
    subject: `What ${person} issued has ended`,
    greeting: helloTo(user),
    before: `${person} ${endedBecause[reason]}. What they issued in ${company} ended with their access. Connections wait until an admin confirms them.`,
    facts: ended.slice(0, LISTED).map(({ kind, label }) => {
      const { single, ends } = issuedKind(kind);
      return [single, `${label}, ${ends}`] as const;
    }),
    action: { label: "View the activity log", link: `${appUrl}/dashboard/activity` },
    after: `${more > 0 ? `${more} more are in the activity log. ` : ""}Create new ones for anything the company still needs. Evidence already added stays.`,
    because: "You receive this email because you own the company, or are an admin while its owner cannot be reached.",
  });
}
