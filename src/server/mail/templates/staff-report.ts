import { helloTo } from "../layout/greeting.ts";
import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly to: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  /** Who reported it, by name and number. */
  readonly by: string;
  readonly what: string;
  readonly number: string;
  readonly id: string;
  readonly at: Date;
  readonly appUrl: string;
}

/** Tells an owner or admin that somebody of the staff reported an incident; what they wrote stays in the record. */
export function staffReport({ to, firstName, lastName, company, by, what, number, id, at, appUrl }: Facts): Mail {
  return writeMail({
    to,
    appUrl,
    subject: `Incident reported: ${what}`,
    greeting: helloTo({ firstName, lastName }),
    before: `Somebody at ${company} reported an incident. Please look at it now.`,
    facts: [
      ["Report", what],
      ["Reported by", by],
      ["Reported", moment(at)],
      ["Record", number],
    ],
    action: { label: "Open the incident", link: `${appUrl}/dashboard/program/incidents?record=${id}` },
    after: "Say how severe it is, what data it touched and who leads it. Deadlines to give notice follow from that.",
    because: `You receive this email because you are an owner or admin of ${company}.`,
  });
}
