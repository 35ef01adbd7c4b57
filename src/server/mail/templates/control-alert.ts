import { helloTo } from "../layout/greeting.ts";
import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
  readonly company: string;
  readonly slug: string;
  readonly control: { readonly id: string; readonly title: string };
  /** One sentence. */
  readonly reason: string;
  readonly beganAt: Date;
}

const because = "You receive this email because your notifications for this company include it.";
const choose = "Change this in your settings under Notifications.";

const pageOf = ({ appUrl, slug, control }: Facts) =>
  `${appUrl}/dashboard/controls/${control.id}?company=${encodeURIComponent(slug)}`;
const named = ({ control }: Facts) => `${control.id}, ${control.title}`;

/** A control failed. */
export function controlFailing(facts: Facts): Mail {
  return writeMail({
    to: facts.user.email,
    appUrl: facts.appUrl,
    subject: `Control failing: ${facts.control.title}`,
    greeting: helloTo(facts.user),
    before: `A control of ${facts.company} is failing.`,
    facts: [
      ["Control", named(facts)],
      ["What was found", facts.reason],
      ["Since", moment(facts.beganAt)],
    ],
    action: { label: "See the control", link: pageOf(facts) },
    after: `We email you once when a control starts failing, and once when it has passed for 10 minutes. ${choose}`,
    because,
  });
}

/** A control that failed, or lacked valid evidence, is well again, or no longer applies. */
export function controlPassingAgain(
  facts: Facts & { readonly endedAt: Date; readonly applies: boolean; readonly failed: boolean },
): Mail {
  return writeMail({
    to: facts.user.email,
    appUrl: facts.appUrl,
    subject: `Control passing again: ${facts.control.title}`,
    greeting: helloTo(facts.user),
    before: facts.applies
      ? `A control of ${facts.company} passes again.`
      : `A control of ${facts.company} was declared not applicable.`,
    facts: [
      ["Control", named(facts)],
      [facts.failed ? "What had been found" : "What had been missing", facts.reason],
      ["From", moment(facts.beganAt)],
      ["Until", moment(facts.endedAt)],
    ],
    action: { label: "See the control", link: pageOf(facts) },
    after: choose,
    because,
  });
}

/** A control that passed has nothing valid on file any more, or nothing that decides it. */
export function controlNeedsEvidence(facts: Facts): Mail {
  return writeMail({
    to: facts.user.email,
    appUrl: facts.appUrl,
    subject: `Control needs evidence: ${facts.control.title}`,
    greeting: helloTo(facts.user),
    before: `A control of ${facts.company} passed before and now needs evidence.`,
    facts: [
      ["Control", named(facts)],
      ["What is missing", facts.reason],
      ["Since", moment(facts.beganAt)],
    ],
    action: { label: "See the control", link: pageOf(facts) },
    after: `Open the control to see what is missing. It is evaluated again within seconds. ${choose}`,
    because,
  });
}

/** What a control rests on will soon be too old to count. */
export function evidenceExpiring(facts: Facts & { readonly exhibit: string; readonly endsAt: Date }): Mail {
  return writeMail({
    to: facts.user.email,
    appUrl: facts.appUrl,
    subject: `Evidence about to expire: ${facts.control.title}`,
    greeting: helloTo(facts.user),
    before: `A control of ${facts.company} passes on evidence that is about to expire.`,
    facts: [
      ["Control", named(facts)],
      ["Item", facts.exhibit],
      ["Counts until", moment(facts.endsAt)],
    ],
    action: { label: "See the control", link: pageOf(facts) },
    after: `Add newer evidence or import a new report before then. Otherwise the control needs evidence. ${choose}`,
    because,
  });
}

interface Digest {
  readonly user: Facts["user"];
  readonly appUrl: string;
  readonly company: string;
  readonly slug: string;
  /** Oldest first. */
  readonly lines: readonly { readonly at: Date; readonly text: string }[];
}

/** More than anybody reads in a mail, and more of one line than anybody needs to know which it is. */
const MOST = 40;
const MOST_CHARACTERS = 300;

/** What happened to controls since the last daily mail. */
export function controlDigest({ user, appUrl, company, slug, lines }: Digest): Mail {
  const left = lines.length - MOST;
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${company}: ${lines.length === 1 ? "1 alert" : `${lines.length} alerts`} about controls`,
    greeting: helloTo(user),
    before: `Here is what changed in the controls of ${company} since yesterday's email.`,
    facts: lines.slice(0, MOST).map(({ at, text }) => [moment(at), shortened(text)] as const),
    action: { label: "See all alerts", link: `${appUrl}/dashboard/alerts?company=${encodeURIComponent(slug)}` },
    after: `${left > 0 ? `${left} more are on the alerts page. ` : ""}${choose}`,
    because: "You receive this email because you chose a daily summary for this company.",
  });
}

const shortened = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);
