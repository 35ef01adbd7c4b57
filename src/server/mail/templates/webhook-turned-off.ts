import { helloTo } from "../letter/greeting.ts";
import { moment } from "../letter/moment.ts";
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
    before: "Nothing has arrived at the receiver of a webhook for five days, so it was turned off.",
    facts: [
      ["Company", company],
      ["Receiver", host],
      ["Failing since", moment(failingSince)],
    ],
    action: { label: "See what was sent and answered", link: `${appUrl}/dashboard/settings?tab=integrations` },
    after: "Once the receiver answers again, turn the webhook on there. What happened meanwhile is in the activity.",
    because: "You get this mail because you made this webhook or own the company.",
  });
}
