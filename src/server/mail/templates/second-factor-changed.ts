import { helloTo } from "../layout/greeting.ts";
import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

/** What happened to somebody's second factors. */
export type SecondFactorChange =
  | "app-added"
  | "app-replaced"
  | "app-removed"
  | "passkey-added"
  | "passkey-removed"
  | "recovery-codes-renewed"
  | "recovery-code-used";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
  readonly at: Date;
  readonly change: SecondFactorChange;
  /** Recovery codes that still work, after one was used. */
  readonly codesLeft?: number;
}

const sentences: Readonly<Record<SecondFactorChange, readonly [subject: string, happened: string]>> = {
  "app-added": ["An authenticator app was added to your account", "An authenticator app was added to your account"],
  "app-replaced": [
    "The authenticator app of your account was replaced",
    "Your authenticator app was replaced with a new one",
  ],
  "app-removed": [
    "The authenticator app of your account was removed",
    "The authenticator app was removed from your account",
  ],
  "passkey-added": ["A passkey was added to your account", "A passkey was added to your account"],
  "passkey-removed": ["A passkey of your account was removed", "A passkey was removed from your account"],
  "recovery-codes-renewed": [
    "You have new recovery codes",
    "New recovery codes were created for your account, and the old ones no longer work",
  ],
  "recovery-code-used": [
    "A recovery code was used",
    "Someone signed in to your account, or confirmed their identity, with a recovery code",
  ],
};

/** Tells the person of every change to how their account is protected; it never names a code, a secret or a device. */
export function secondFactorChanged({ user, appUrl, at, change, codesLeft }: Facts): Mail {
  const [subject, happened] = sentences[change];
  const left = codesLeft === undefined ? "" : ` ${countOf(codesLeft)} left.`;
  return writeMail({
    to: user.email,
    appUrl,
    subject,
    greeting: helloTo(user),
    before: `${happened}, on ${moment(at)}.${left}`,
    action: { label: "Review your account security", link: `${appUrl}/dashboard/settings?tab=profile` },
    after: "If this was you, there is nothing to do. If not, reset your password and sign out everywhere else.",
    because: "You receive this email because it concerns the security of your account. It cannot be turned off.",
  });
}

function countOf(codes: number): string {
  if (codes === 0) return "No code is";
  return codes === 1 ? "One code is" : `${codes} codes are`;
}
