import { facts, heading, list, text } from "./document-blocks.ts";
import type { DocumentationPage } from "./document-blocks.ts";
import { providers } from "./providers.ts";

/** What is read from each service, how it is connected and what its runs answer. */
export const connectionsPage: DocumentationPage = {
  key: "connections",
  title: "Connections",
  about: "Which services Exhibit reads, what it reads there and what never.",
  blocks: [
    text(
      "Choose Connect on a card under Integrations. You sign in at the vendor, add a role, or enter a key or token. We show the account and the permissions before anything is collected, and reject an access that can write.",
    ),
    heading("What is read"),
    facts(
      ...providers.map(({ name, reads, never, beta }): [string, string] => [
        name,
        `${reads.join(". ")}. Never read: ${never}${beta ? " In beta: shown where the operator shows integrations in beta." : ""}`,
      ]),
    ),
    heading("Every hour"),
    list(
      "Each run files what it observed as an exhibit. While nothing changes, one exhibit is renewed daily.",
      "A result answers one part of a check, for this account only. What could not be read stays unknown.",
      "The card shows the last 24 hours. A missed hour stays a gap.",
      "Owners and admins get an email when a connection needs attention.",
    ),
  ],
};
