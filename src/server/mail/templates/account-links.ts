import { helloTo } from "../layout/greeting.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
}

// Tokens stand behind `#`, where no server log, proxy or mail scanner consumes them.
const behindHash = (page: string, token: string, type: string) => `${page}#access_token=${token}&type=${type}`;

/** The link that confirms an address. */
export function confirmSignUp({ user, appUrl, token }: Facts & { token: string }): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: "Confirm your email address",
    greeting: helloTo(user),
    before: "Please confirm your email address to finish setting up your Exhibit account.",
    action: { label: "Confirm email address", link: behindHash(`${appUrl}/login`, token, "signup") },
    after: "The link works once and for one hour. If you did not create an account, you can ignore this message.",
    because: "You receive this email because someone signed up with this address.",
  });
}

/** What the owner of an account reads when somebody signs up with its address. */
export function alreadyRegistered({ user, appUrl }: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: "You already have an Exhibit account",
    greeting: helloTo(user),
    before: "Someone just signed up with this address. It already has an account, so nothing changed.",
    action: { label: "Sign in", link: `${appUrl}/login` },
    after:
      'If you have forgotten your password, choose "Forgot password?" there. If this was not you, you can ignore this message.',
    because: "You receive this email because someone signed up with this address.",
  });
}

/** The link that signs in. */
export function magicLink({ user, appUrl, token }: Facts & { token: string }): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: "Your sign-in link",
    greeting: helloTo(user),
    before: "Use this link to sign in to Exhibit.",
    action: { label: "Sign in", link: behindHash(`${appUrl}/login`, token, "magiclink") },
    after: "The link works once, for ten minutes. If you did not ask for it, you can ignore this message.",
    because: "You receive this email because someone requested a sign-in link for this address.",
  });
}

/** The link that sets a new password. */
export function resetPassword({ user, appUrl, token }: Facts & { token: string }): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: "Reset your password",
    greeting: helloTo(user),
    before: "Use this link to set a new password for your Exhibit account.",
    action: { label: "Set a new password", link: behindHash(`${appUrl}/reset-password`, token, "recovery") },
    after:
      "The link works once, for 30 minutes. Setting a new password signs you out everywhere. If you did not ask for it, you can ignore this message. Your password does not change.",
    because: "You receive this email because someone asked to reset the password for this address.",
  });
}
