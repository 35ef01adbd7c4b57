import type { Mail } from "../outbox.ts";
import { writeLetter } from "./letter.ts";

/** The link that confirms an address. The token stands behind `#`, where no server log or mail scanner consumes it. */
export function confirmSignUp(facts: { to: string; name: string; appUrl: string; token: string }): Mail {
  return {
    to: facts.to,
    subject: "Confirm your email address",
    ...writeLetter({
      greeting: `Hello ${facts.name},`,
      before: "Please confirm your email address to finish setting up your Exhibit account.",
      action: {
        label: "Confirm email address",
        link: `${facts.appUrl}/login#access_token=${facts.token}&type=signup`,
      },
      after: "The link works once and for one hour. If you did not create an account, you can ignore this message.",
    }),
  };
}
