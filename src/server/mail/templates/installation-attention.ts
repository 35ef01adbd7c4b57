import { helloTo } from "../layout/greeting.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
}

const because = "You receive this email because you are a platform admin of this Exhibit.";
const health = (appUrl: string) => ({ label: "Open Health", link: `${appUrl}/dashboard/admin?tab=health` });

/** What needs an operator now, the most urgent first; never empty. */
export function installationAttention({
  user,
  appUrl,
  sentences,
}: Facts & { readonly sentences: readonly string[] }): Mail {
  const { host } = new URL(appUrl);
  const amount = sentences.length === 1 ? "1 thing needs" : `${sentences.length} things need`;
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${host}: ${amount} attention`,
    greeting: helloTo(user),
    before: "This Exhibit needs somebody who runs it.",
    facts: sentences.map((sentence, index) => [`${index + 1}`, sentence]),
    action: health(appUrl),
    after: "You get another email when all is well again, or after a day if it is not.",
    because,
  });
}

/** Everything that operators were mailed about is over. */
export function installationWell({ user, appUrl }: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${new URL(appUrl).host}: all is well again`,
    greeting: helloTo(user),
    before: "Everything we emailed you about is over.",
    action: health(appUrl),
    after: "Health shows how this Exhibit is now.",
    because,
  });
}
