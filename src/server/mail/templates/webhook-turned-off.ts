import { helloTo } from "../layout/greeting.ts";
import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
  readonly company: string;
  /** Where the webhook sends to; the rest of its address may be a secret. */
  readonly host: string;
  readonly failingSince: Date;
}

/** Nothing has arrived at a webhook's receiver for days, so it was turned off. */
export function webhookTurnedOff({ user, appUrl, company, host, failingSince }: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: "A webhook was turned off",
    greeting: helloTo(user),
    before: "A webhook was turned off because its receiver has not accepted anything for five days.",
    facts: [
      ["Company", company],
      ["Receiver", host],
      ["Failing since", moment(failingSince)],
    ],
    action: { label: "View deliveries", link: `${appUrl}/dashboard/settings?tab=integrations` },
    after:
      "When the receiver works again, turn the webhook back on. You can see what happened meanwhile in the activity log.",
    because: "You receive this email because you created this webhook or own the company.",
  });
}
