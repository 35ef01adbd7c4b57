import { browserName } from "#domain/browser-name.ts";
import { helloTo } from "../layout/greeting.ts";
import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
  readonly at: Date;
}

const because = "You receive this email because it concerns the security of your account. It cannot be turned off.";

/** Somebody signed in with a browser that this account had not used before. */
export function newDeviceSignIn({
  user,
  appUrl,
  at,
  address,
  agent,
}: Facts & { address: string; agent: string }): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: "New sign-in to your Exhibit account",
    greeting: helloTo(user),
    before: "Someone signed in to your account from a new browser.",
    facts: [
      ["When", moment(at)],
      ["Address", address],
      ["Browser", browserName(agent)],
    ],
    action: { label: "Review your sessions", link: `${appUrl}/dashboard/settings?tab=profile` },
    after: "If this was you, there is nothing to do. If not, change your password there and sign out everywhere else.",
    because,
  });
}

/** The password was set or changed. */
export function passwordChanged({ user, appUrl, at }: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: "Your Exhibit password was changed",
    greeting: helloTo(user),
    before: `The password of your account was changed on ${moment(at)}. All other sessions were signed out.`,
    action: { label: "Reset your password", link: `${appUrl}/reset-password` },
    after: "If this was you, there is nothing to do. If not, reset it now.",
    because,
  });
}

/** The account is gone. */
export function accountDeleted({ user, appUrl, at }: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: "Your Exhibit account was deleted",
    greeting: helloTo(user),
    before: `Your account was deleted on ${moment(at)}, with your password, passkeys and sessions. Evidence you added stays with the companies you added it for.`,
    after: "If this was not you, contact the person who runs your Exhibit immediately.",
    because: "You receive this email because this address had an account. It is the last one.",
  });
}
