import { helloTo } from "../layout/greeting.ts";
import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

/** Somebody a mail goes to. */
export interface Addressee {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface Facts {
  readonly user: Addressee;
  readonly company: string;
  readonly appUrl: string;
}

const because = "You receive this email because you own or manage this company on Exhibit. It cannot be turned off.";

/** The owner asked to have a company deleted. */
export function deletionRequested({ user, company, due, appUrl }: Facts & { due: Date }): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${company} will be deleted`,
    greeting: helloTo(user),
    before: "The owner asked to delete this company. Until then, everything works as before, and you can export it.",
    facts: [
      ["Company", company],
      ["Erased on", moment(due)],
    ],
    action: { label: "See the company", link: `${appUrl}/dashboard/settings` },
    after:
      "Until then, the owner can cancel the deletion. After that, its keys are destroyed and nobody can restore it.",
    because,
  });
}

/** The company is kept after all. */
export function deletionCancelled({ user, company, appUrl }: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${company} is kept`,
    greeting: helloTo(user),
    before: "The owner decided to keep this company. Nothing was deleted.",
    facts: [["Company", company]],
    action: { label: "See the company", link: `${appUrl}/dashboard/settings` },
    after: "Evidence collection continues as before.",
    because,
  });
}

/** The company is gone. */
export function companyDeleted({ user, company, at, appUrl }: Facts & { at: Date }): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${company} was deleted`,
    greeting: helloTo(user),
    before: `The company was deleted on ${moment(at)} at its owner's request. Its encryption keys are destroyed, so nobody can read its evidence.`,
    facts: [["Company", company]],
    after: "Bundles exported earlier can still be verified.",
    because: "You receive this email because you owned this company.",
  });
}
