import type { Mail } from "../outbox.ts";
import { writeLetter } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
}

// Tokens stand behind `#`, where no server log, proxy or mail scanner consumes them.
const behindHash = (page: string, token: string, type: string) => `${page}#access_token=${token}&type=${type}`;

const hello = ({ user }: Facts) => `Hello ${user.firstName} ${user.lastName},`;

/** The link that confirms an address. */
export function confirmSignUp(facts: Facts & { token: string }): Mail {
  return {
    to: facts.user.email,
    subject: "Confirm your email address",
    ...writeLetter({
      greeting: hello(facts),
      before: "Please confirm your email address to finish setting up your Exhibit account.",
      action: {
        label: "Confirm email address",
        link: behindHash(`${facts.appUrl}/login`, facts.token, "signup"),
      },
      after: "The link works once and for one hour. If you did not create an account, you can ignore this message.",
    }),
  };
}

/** What the owner of an account reads when somebody signs up with its address. */
export function alreadyRegistered(facts: Facts): Mail {
  return {
    to: facts.user.email,
    subject: "You already have an Exhibit account",
    ...writeLetter({
      greeting: hello(facts),
      before:
        "Somebody, perhaps you, has just signed up with this address. It already has an account, so nothing was changed.",
      action: { label: "Sign in", link: `${facts.appUrl}/login` },
      after:
        'If you have forgotten your password, choose "Forgot password?" there. If this was not you, you can ignore this message.',
    }),
  };
}

/** The link that signs in. */
export function magicLink(facts: Facts & { token: string }): Mail {
  return {
    to: facts.user.email,
    subject: "Your sign-in link",
    ...writeLetter({
      greeting: hello(facts),
      before: "Here is the link that signs you in to Exhibit.",
      action: { label: "Sign in", link: behindHash(`${facts.appUrl}/login`, facts.token, "magiclink") },
      after:
        "The link works once and for ten minutes. If you did not ask for it, you can ignore this message: nobody can sign in without it.",
    }),
  };
}

/** The link that sets a new password. */
export function resetPassword(facts: Facts & { token: string }): Mail {
  return {
    to: facts.user.email,
    subject: "Reset your password",
    ...writeLetter({
      greeting: hello(facts),
      before: "Here is the link to set a new password for your Exhibit account.",
      action: {
        label: "Set a new password",
        link: behindHash(`${facts.appUrl}/reset-password`, facts.token, "recovery"),
      },
      after:
        "The link works once and for half an hour. Setting a new password signs you out everywhere. If you did not ask for it, you can ignore this message: your password stays as it is.",
    }),
  };
}
