import type { FieldValue, RecordFields } from "./register.ts";

/** For so many days the link of a test of the published contact waits for an answer. */
export const CONTACT_LINK_DAYS = 14;
const DAY_MS = 86_400_000;

/** Until when the link of a test that was sent then waits; undefined for what is no instant. */
export function contactLinkUntil(sentAt: FieldValue | undefined): Date | undefined {
  const sent = typeof sentAt === "string" ? Date.parse(sentAt) : Number.NaN;
  return Number.isNaN(sent) ? undefined : new Date(sent + CONTACT_LINK_DAYS * DAY_MS);
}

/** The record of a test that is sent now: where the contact is published, and where the link went. */
export function contactTestFields({
  systemId,
  contact,
  email,
  at,
  linkDigest,
}: {
  readonly systemId: string;
  readonly contact: string;
  readonly email: string;
  readonly at: Date;
  readonly linkDigest: string;
}) {
  const day = at.toISOString().slice(0, 10);
  return {
    title: `Test of the contact for security reports, ${day}`,
    kind: "disclosure",
    doneOn: day,
    by: "outside",
    firm: "Exhibit",
    systemIds: [systemId],
    contact,
    sentTo: email,
    sentAt: at.toISOString(),
    sentFor: [systemId],
    linkDigest,
  } satisfies RecordFields;
}
