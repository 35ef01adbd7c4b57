import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly to: string;
  readonly company: string;
  readonly site: string;
  readonly token: string;
  readonly until: Date;
  readonly appUrl: string;
}

/** Whether a site is named after the domain at which its contact reads mail, or a host below that: anything else is what somebody typed. */
const isOfContact = (site: string, to: string): boolean => {
  const [host, domain] = [site.toLowerCase(), to.slice(to.lastIndexOf("@") + 1).toLowerCase()];
  return /^[a-z0-9.-]+$/.test(host) && (host === domain || host.endsWith(`.${domain}`));
};

/**
 * Asks whoever reads a published contact for security reports to press a button: that somebody reads it is what a company has to show. No
 * address of another site stands in it, as anybody may type one.
 */
export function contactTest({ to, company, site, token, until, appUrl }: Facts): Mail {
  return writeMail({
    to,
    appUrl,
    subject: `${company}: is this your contact for security reports?`,
    greeting: "Hello",
    before: `${company} tests that its published contact for security reports is read. Open the page and confirm that this message arrived. You need no account.`,
    facts: [
      ["Company", company],
      ...(isOfContact(site, to) ? ([["Website", site]] as const) : []),
      ["Works once, until", moment(until)],
    ],
    // Opening the page records nothing: it has a button for that, which no mail scanner presses.
    action: { label: "Confirm that this arrived", link: `${appUrl}/me/contact?token=${token}` },
    after: "Nobody has reported a weakness. If you do not read reports for this company, ignore this email.",
    because: `You receive this email because ${to} is given as the contact for security reports of ${company}.`,
  });
}
