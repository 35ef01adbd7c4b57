import { leftUntil } from "#domain/incidents/notice-clock.ts";
import type { Clock } from "#domain/registers/clock.ts";
import { helloTo } from "../layout/greeting.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly company: string;
  readonly incident: { readonly id: string; readonly number: string; readonly title: string };
  /** Until when notice is decided. */
  readonly due: Date;
  /** Each deadline of a law or a contract. */
  readonly clocks: readonly Clock[];
  readonly sentAt: Date;
  readonly appUrl: string;
}

/** More than anybody reads in a mail. */
const MOST = 12;

/** Tells who manages a company that nobody has decided on notice of an incident, with the hours that are left of each deadline. */
export function noticeMail({ user, company, incident, due, clocks, sentAt, appUrl }: Facts): Mail {
  const left = leftUntil(due.toISOString(), sentAt);
  const more = clocks.length - MOST;
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${company}: decide on notice of ${incident.number}, ${left.charAt(0).toLowerCase()}${left.slice(1)}`,
    greeting: helloTo(user),
    before: `Nobody has decided who must be told of ${incident.number}, ${incident.title}. The decision is due within 72 hours of the discovery.`,
    facts: [
      [left, "To decide"],
      ...clocks.slice(0, MOST).map(({ label, dueAt }): [string, string] => [leftUntil(dueAt, sentAt), label]),
    ],
    action: { label: "Open the incident", link: `${appUrl}/dashboard/program/incidents?record=${incident.id}` },
    after: `${more > 0 ? `${more} more deadlines are on the incident. ` : ""}File the record of the decision within the 72 hours. Ask counsel where Exhibit knows no rule.`,
    because: `You receive this email because you manage ${company} or own this task. It is sent once for each incident.`,
  });
}
