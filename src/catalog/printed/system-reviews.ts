import type { PrintedDocument, PrintedTable } from "#domain/printed/layout.ts";

/** The reviews of one kind of what systems showed, within the period. */
export const reviewsOf = (kind: string, title: string): PrintedTable => ({
  title,
  list: "tests",
  rows: ["review", "reviews"],
  where: { field: "reviewOf", is: [kind] },
  inPeriod: "doneOn",
  columns: [
    "number",
    "title",
    "doneOn",
    "testerIds",
    "seen",
    "exhibits",
    "notRead",
    "conclusion",
    "findings",
    "actionIds",
    "approval",
  ],
});

const reviewed = (document: string, what: string, kind: string): PrintedDocument => ({
  document,
  about: `Each review of ${what} in the period: what connected systems showed, in which exhibit and when. The reviewer drew the conclusion, and another person approved the record. What was not read is named.`,
  confirmed: ["tests"],
  needs: ["tests"],
  tables: [reviewsOf(kind, "Reviews")],
});

/** Reviews of ciphers, firewall rules and sharing, each as a document of its own. */
export const systemReviews: readonly PrintedDocument[] = [
  reviewed("encryption.cipher-review", "ciphers, protocols and certificates", "ciphers"),
  reviewed("network.firewall-review", "firewall rules", "firewall"),
  reviewed("confidentiality.sharing-review", "what is shared outside", "sharing"),
];
