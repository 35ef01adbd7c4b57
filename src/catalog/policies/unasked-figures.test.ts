import { describe, expect, test } from "vitest";
import { figuresIn } from "#domain/policies/figures.ts";
import { composePolicy, policyEditions } from "./compose.ts";
import { libraryDocuments } from "./library/index.ts";

const HIPAA_RECORDS = "45 CFR 164.316(b)(2) and 164.530(j) ask for six years";
const SCHEDULE = "the schedule is the decision itself: who approves it sets the period";
const AS_SCHEDULED = "as the retention schedule says; GDPR, article 13, asks that readers are told";
const BREACH = "the law sets it";

/** Times that a policy names though no question asks for them, by document, each with its reason. */
const unasked: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "policies.security-policy": {
    "This policy is reviewed and approved every year": "an approval lasts a year here, and the next one is asked for",
  },
  "oversight.program-charter": {
    "together with this charter, at least every year": "an approval lasts a year here, and the next one is asked for",
  },
  "people.sanction-policy": { "The decision, its reason and its date are kept for six years": HIPAA_RECORDS },
  "accounts.leaver-procedure": { "We record when accounts were disabled, and keep that for six years": HIPAA_RECORDS },
  "retention.retention-schedule": {
    "| Client files, closed matters | 7 years after": SCHEDULE,
    "| Trust account records | 7 years after": "the longest that states ask for; longer where another does",
    "| Contact details of customers, and how their users use the product | 1 year": SCHEDULE,
    "| Contact details of people who asked about our product | 2 years": SCHEDULE,
    "| Accounting records | 7 years": SCHEDULE,
    "| Contracts | 7 years after": SCHEDULE,
    "| Personnel files | 7 years after": SCHEDULE,
    "| Security policies and their versions | 6 years": HIPAA_RECORDS,
    "| Risk assessments, access reviews, training, sanctions, leavers | 6 years": HIPAA_RECORDS,
    "| Incident records | 6 years": HIPAA_RECORDS,
    "| Applications for a job | 1 year": "29 CFR 1602.14, and California's Government Code 12946",
  },
  "retention.privacy-notice": {
    "Files of a matter: 7 years": AS_SCHEDULED,
    "Contact details of customers, and how their users use our product: 1 year": AS_SCHEDULED,
    "Contact details of people who asked about our product: 2 years": AS_SCHEDULED,
    "Accounting records: 7 years": AS_SCHEDULED,
    "Contracts: 7 years": AS_SCHEDULED,
    "Personnel files: 7 years": AS_SCHEDULED,
    "Applications for a job: 1 year": AS_SCHEDULED,
  },
  "incident.response-plan": {
    "| GDPR, authority, where GDPR applies | 72 hours": BREACH,
    "| HIPAA, those whom we work for |": BREACH,
    "| California, the people concerned | 30 days": BREACH,
  },
};

/** Lines of a text that stand in no statement: nobody affirmed them. */
function unaffirmed(text: string): readonly string[] {
  return text
    .replaceAll(/^::: statement[^]*?^:::$/gm, "")
    .split("\n")
    .filter((line) => line !== "");
}

/** A day that a sentence names without a figure: what is done "on the last day" or "on the day of the change" is dated by it. */
const ON_A_DAY =
  /\b(?:on|by|before) (?:the|their|your|its|that|a person's|each person's) (?:(?:very |same |first |last )?(?:working |business )?day)\b/gi;
/** What a heading names dates all that stands under it. */
const IN_A_HEADING = /\b(?:(?:first|last|next|same) )?(?:minute|hour|day|week|month|quarter|year)s?\b/gi;

/** The times and frequencies that a line names; that something is done at once is none. */
const timesIn = (line: string): readonly string[] => [
  ...figuresIn(line)
    .filter(({ unit, value }) => (unit === "hours" || unit === "working days") && value > 0)
    .map(({ words }) => words),
  ...(line.match(/\b(?:same|next|following) (?:working |business )?(?:day|week|month)\b/gi) ?? []),
  ...(line.match(ON_A_DAY) ?? []),
  ...(line.startsWith("#") ? (line.match(IN_A_HEADING) ?? []) : []),
];

describe.each(libraryDocuments)("%s", (id) => {
  const lines = new Set(policyEditions.flatMap((edition) => unaffirmed(composePolicy(id, edition, {}, "Acme")!.text)));
  const reasons = Object.keys(unasked[id] ?? {});

  test("names no time and no frequency that nobody affirmed, but for those with a reason", () => {
    const dated = [...lines].filter((line) => timesIn(line).length > 0);
    expect(dated.filter((line) => !reasons.some((said) => line.includes(said)))).toEqual([]);
  });

  test("has each time that is listed with a reason", () => {
    for (const said of reasons)
      expect([said, [...lines].some((line) => line.includes(said) && timesIn(line).length > 0)]).toEqual([said, true]);
  });
});

test.each([
  ["Logs are reviewed every month.", ["every month"]],
  ["The review is held within 14 days.", ["14 days"]],
  ["| High | Within 1 hour |", ["1 hour"]],
  ["Ciphers are reviewed yearly.", ["yearly"]],
  ["It is reviewed on the next working day.", ["next working day"]],
  ["Papers are returned on the last day.", ["on the last day"]],
  ["People return devices on their last day.", ["on their last day"]],
  ["The manager checks both on the day of the change.", ["on the day"]],
  ["It is deleted on the day that the approval names.", ["on the day"]],
  ["## On the last day", ["On the last day", "last day"]],
  ["## The first hour", ["first hour"]],
  ["## When they leave", []],
  ["The manager tells the security owner the last day.", []],
  ["Report it at once. TLS 1.2 is used, as 45 CFR 164.514(b) says.", []],
])("a time is found: %s", (line, found) => {
  expect(timesIn(line)).toEqual(found);
});
