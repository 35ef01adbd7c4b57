import { helloTo } from "../layout/greeting.ts";
import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly appUrl: string;
  readonly company: string;
  readonly provider: string;
  readonly account: string;
  /** How many accounts were listed before. */
  readonly listed: number;
  readonly at: Date;
  readonly connectionId: string;
}

/** A system that listed people lists nobody any more. */
export function emptyRoster({ user, appUrl, company, provider, account, listed, at, connectionId }: Facts): Mail {
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${provider} lists no accounts any more`,
    greeting: helloTo(user),
    before: `Exhibit read all accounts of ${provider}, and the list was empty. Before, it had ${listed === 1 ? "1 account" : `${listed} accounts`}.`,
    facts: [
      ["Company", company],
      ["Account", account],
      ["Read", moment(at)],
    ],
    action: { label: "Check the connection", link: `${appUrl}/dashboard/integrations?manage=${connectionId}` },
    after:
      "Nothing changed in People, and nobody was ended. Checks about accounts are unknown until the list has accounts again. You get this email once.",
    because: "You receive this email because you are an owner or admin of the company.",
  });
}
