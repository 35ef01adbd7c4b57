import { helloTo } from "../layout/greeting.ts";
import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
  readonly at: Date;
  /** As its button names it. */
  readonly provider: string;
}

const because = "You receive this email because it concerns the security of your account. It cannot be turned off.";
const review = (appUrl: string) => ({
  label: "Review your account",
  link: `${appUrl}/dashboard/settings?tab=profile`,
});

/** Somebody signed in to the account by a provider for the first time. */
export function providerJoined({ user, appUrl, at, provider }: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${provider} can now sign in to your Exhibit account`,
    greeting: helloTo(user),
    before: `Someone signed in to your account with ${provider} on ${moment(at)}. They can do so again, because ${provider} proved that this email address is theirs.`,
    action: review(appUrl),
    after: `If this was you, there is nothing to do. If not, disconnect ${provider} there, add a second factor and sign out everywhere else.`,
    because,
  });
}

/** The owner connected a provider in their profile. */
export function providerConnected({ user, appUrl, at, provider }: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${provider} was connected to your Exhibit account`,
    greeting: helloTo(user),
    before: `${provider} was connected to your account on ${moment(at)}. It can sign in to it from now on.`,
    action: review(appUrl),
    after: `If this was you, there is nothing to do. If not, disconnect ${provider} there, change your password and sign out everywhere else.`,
    because,
  });
}

/** The owner disconnected a provider in their profile. */
export function providerDisconnected({ user, appUrl, at, provider }: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${provider} was disconnected from your Exhibit account`,
    greeting: helloTo(user),
    before: `${provider} was disconnected from your account on ${moment(at)}. It can no longer sign in to it, and your other sessions that it had opened were signed out.`,
    action: review(appUrl),
    after: "If this was you, there is nothing to do. If not, change your password there and sign out everywhere else.",
    because,
  });
}
