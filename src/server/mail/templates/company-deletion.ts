import { helloTo } from "../letter/greeting.ts";
import { moment } from "../letter/moment.ts";
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

const because = "You get this mail because you own or manage this company on Exhibit. It cannot be turned off.";

/** The owner asked to have a company deleted. */
export function deletionRequested({ user, company, due, appUrl }: Facts & { due: Date }): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${company} will be deleted`,
    greeting: helloTo(user),
    before: "The owner asked to have this company deleted. Until then everything works as before, and can be exported.",
    facts: [
      ["Company", company],
      ["Erased on", moment(due)],
    ],
    action: { label: "See the company", link: `${appUrl}/dashboard/settings` },
    after:
      "Its owner can keep it after all until that moment. Afterwards its keys are gone, and nobody can bring it back.",
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
    after: "If you had taken your evidence elsewhere meanwhile, it goes on here where it stood.",
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
    before: `The company was deleted on ${moment(at)}, as its owner had asked. The keys of its evidence are gone, and what was encrypted with them can be read by nobody.`,
    facts: [["Company", company]],
    after: "Bundles that were exported before stay verifiable.",
    because: "You get this mail because you owned this company.",
  });
}
