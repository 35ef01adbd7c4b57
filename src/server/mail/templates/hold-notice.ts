import { helloTo } from "../layout/greeting.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly kind: "notice" | "reminder" | "release";
  readonly to: string;
  readonly name: string;
  readonly company: string;
  /** Its number; what it is about stands on the person's page alone. */
  readonly hold: string;
  readonly token: string;
  readonly appUrl: string;
}

/** Tells a custodian of a legal hold, reminds them to confirm it, or tells them that it no longer binds them. */
export function holdNotice({ kind, to, name, company, hold, token, appUrl }: Facts): Mail {
  const mail = {
    to,
    appUrl,
    greeting: helloTo({ firstName: name, lastName: "" }),
    because: `You receive this email because ${to} is your work email at ${company}.`,
  };
  if (kind === "release")
    return writeMail({
      ...mail,
      subject: `${company} released you from a legal hold`,
      before: `The legal hold ${hold} no longer asks you to keep anything. Your usual rules for keeping and deleting apply again.`,
      facts: [["Legal hold", hold]],
      after: "You need not do anything.",
    });
  return writeMail({
    ...mail,
    subject: `${company}: ${kind === "reminder" ? "reminder to confirm" : "please confirm"} a legal hold`,
    before:
      "Do not delete, change or throw away anything that this hold names. Read what it is, and confirm that you will keep it.",
    facts: [["Legal hold", hold]],
    action: { label: "Read and confirm", link: `${appUrl}/me/link?token=${token}` },
    after:
      "The link is for you alone, and works once, for 7 days. If it no longer works, its page sends you a new one. We remind you every week until you confirm.",
  });
}
