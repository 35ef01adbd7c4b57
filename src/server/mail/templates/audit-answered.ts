import { helloTo } from "../layout/greeting.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly company: string;
  /** What the auditor asked for. */
  readonly wanted: string;
  readonly appUrl: string;
}

/** The company answered what an auditor asked for. What it says is read where it is recorded, and not in a mail. */
export function auditAnswered({ user, company, wanted, appUrl }: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${company} answered your request for evidence`,
    greeting: helloTo(user),
    before: `${company} answered what you asked for in its audit.`,
    facts: [
      ["Company", company],
      ["You asked for", wanted.length > 200 ? `${wanted.slice(0, 199)}…` : wanted],
    ],
    action: { label: "See the answer", link: `${appUrl}/dashboard/audit` },
    after: "You can accept the answer or ask again.",
    because: `You receive this email because you audit ${company}.`,
  });
}
