import type { Mail } from "../outbox.ts";
import { writeLetter } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
  readonly at: Date;
}

const hello = ({ user }: Facts) => `Hello ${user.firstName} ${user.lastName},`;
const when = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Somebody signed in with a browser that this account had not used before. */
export function newDeviceSignIn(facts: Facts & { address: string; agent: string }): Mail {
  return {
    to: facts.user.email,
    subject: "New sign-in to your Exhibit account",
    ...writeLetter({
      greeting: hello(facts),
      before: "Your account was signed in to from a browser that it had not been used with before.",
      quoted: {
        lines: [
          ["When", when(facts.at)],
          ["Address", facts.address],
          ["Browser", facts.agent || "not stated"],
        ],
      },
      action: { label: "See where you are signed in", link: `${facts.appUrl}/dashboard/settings?tab=profile` },
      after:
        "If this was you, there is nothing to do. If not, change your password there and sign out everywhere else.",
    }),
  };
}

/** The password was set or changed. */
export function passwordChanged(facts: Facts): Mail {
  return {
    to: facts.user.email,
    subject: "Your Exhibit password was changed",
    ...writeLetter({
      greeting: hello(facts),
      before: `The password of your account was changed on ${when(facts.at)}. Every other session was signed out.`,
      action: { label: "Reset your password", link: `${facts.appUrl}/reset-password` },
      after: "If this was you, there is nothing to do. If not, reset it now.",
    }),
  };
}

/** The account is gone. */
export function accountDeleted(facts: Facts): Mail {
  return {
    to: facts.user.email,
    subject: "Your Exhibit account was deleted",
    ...writeLetter({
      greeting: hello(facts),
      before: `Your account was deleted on ${when(facts.at)}, with your password, passkeys and sessions. What you filed stays in the ledgers of the companies you filed it for.`,
      after: "If this was not you, answer the person who runs your Exhibit at once.",
    }),
  };
}
