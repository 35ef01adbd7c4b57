import { helloTo } from "../layout/greeting.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly company: string;
  /** The expected document, as the library calls it. */
  readonly document: string;
  readonly documentId: string;
  readonly controlId: string;
  /** The item's number. */
  readonly exhibit: string;
  readonly reason: string;
  readonly appUrl: string;
}

/** A reviewer returned a document, and who filed it is told why. */
export function documentReturned({ user, company, document, documentId, controlId, exhibit, ...facts }: Facts): Mail {
  const { reason, appUrl } = facts;
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${document} was returned`,
    greeting: helloTo(user),
    before: `A reviewer at ${company} returned the document that you filed.`,
    facts: [
      ["Document", document],
      ["Exhibit", exhibit],
      ["Reason", reason.length > 200 ? `${reason.slice(0, 199)}…` : reason],
    ],
    action: { label: "Open document", link: `${appUrl}/dashboard/controls/${controlId}?document=${documentId}` },
    after:
      "File a better version, or another item, for the same document. The control counts it as missing until then.",
    because: `You receive this email because you filed this document at ${company}. You can turn these emails off under Settings, Notifications.`,
  });
}
