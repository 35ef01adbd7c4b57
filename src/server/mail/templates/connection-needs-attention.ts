import { helloTo } from "../layout/greeting.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
  readonly company: string;
  readonly provider: string;
  readonly account: string;
  /** One sentence. */
  readonly reason: string;
  readonly connectionId: string;
}

/** Nothing is collected from an account any more until somebody looks after it. */
export function connectionNeedsAttention({
  user,
  appUrl,
  company,
  provider,
  account,
  reason,
  connectionId,
}: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: `The connection to ${provider} needs attention`,
    greeting: helloTo(user),
    before: `Exhibit can no longer collect evidence from ${provider}. What was collected stays on file and expires as usual.`,
    facts: [
      ["Company", company],
      ["Account", account],
      ["What happened", reason],
    ],
    action: { label: "Fix the connection", link: `${appUrl}/dashboard/integrations?manage=${connectionId}` },
    after: "Collection resumes when you reconnect the account.",
    because: "You receive this email because you are an owner or admin of the company.",
  });
}
