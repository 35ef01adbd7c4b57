import { SCREENING_PAGES } from "#domain/registers/screenings.ts";
import {
  acknowledged,
  byPerson,
  endedBob,
  eve,
  exception,
  github,
  having,
  hosting,
  isTerms,
  joined,
  lateSignature,
  later,
  ofPerson2,
  passed,
  people,
  review,
  usual,
  withEve,
  without,
  written,
} from "./kept-company.ts";
import type { Company } from "./kept-company.ts";
import { changedRow, daysAgo, inDays, sealedRow } from "./sealed-rows.ts";

export type Step = readonly [what: string, company: Company];
/** How the company comes to pass, to fail, to be unknown, and to pass again. */
export const moments: Readonly<Record<string, readonly [Step, Step, Step, Step]>> = {
  "policies.approved-within-year": [
    ["all approved by another person", usual],
    ["an approval is 366 days old", having({}, later(266))],
    ["a required policy is not in force", without("policy-versions", ({ id }) => id === "vp3")],
    [
      "all are approved again",
      having(
        {
          "policy-approvals": usual.lists["policy-approvals"]!.map((row) => ({
            ...row,
            fields: { ...row.fields, at: inDays(260).toISOString() },
          })),
        },
        later(266),
      ),
    ],
  ],
  "policies.acknowledged": [
    ["everyone acknowledged", usual],
    [
      "Bob did not within 30 days",
      without("policy-acknowledgments", (row) => ofPerson2(row) && row.fields["policyId"] === "p0"),
    ],
    ["nobody said whose account it is", having({}, withEve)],
    [
      "Bob acknowledged late",
      having({
        "policy-acknowledgments": [
          ...usual.lists["policy-acknowledgments"]!.filter((row) => !ofPerson2(row)),
          acknowledged(written.versions[0]!, 2, daysAgo(1)),
        ],
      }),
    ],
  ],
  "policies.history-kept": [
    ["each text is as the ledger has it", usual],
    ["a text was changed", having({ "policy-versions": changedRow(usual.lists["policy-versions"]!, { text: "No." }) })],
    ["nothing was ever in force", having({ "policy-versions": [] })],
    ["the text is back", having({}, later(1))],
  ],
  "people.screened-before-access": [
    ["a person's test", having({}, { test: byPerson })],
    ["a new account without a screening", having({ [SCREENING_PAGES]: [exception] })],
    [
      "nobody confirmed Screenings",
      having({ [SCREENING_PAGES]: [exception] }, { cleared: ["excepted"], unconfirmed: [SCREENING_PAGES] }),
    ],
    [
      "an approved exception by law",
      having(
        { [SCREENING_PAGES]: [exception], people: people.slice(0, 1) },
        { cleared: ["excepted"], users: usual.users.slice(0, 1) },
      ),
    ],
  ],
  "people.terms-signed": [
    ["both acknowledged within 7 days", usual],
    ["Bob signed neither", without("policy-acknowledgments", (row) => isTerms(row) && ofPerson2(row))],
    ["nobody said whose account it is", having({}, withEve)],
    ["Bob signed late", having({ "policy-acknowledgments": lateSignature })],
  ],
  "training.completed": [
    ["everyone passed the course", usual],
    ["a year later", having({}, later(270))],
    ["nobody confirmed People", having({}, { unconfirmed: ["people"] })],
    [
      "everyone passed again",
      having(
        {
          "training-completions": [
            ...usual.lists["training-completions"]!,
            ...[1, 2].map((person) => passed(4 + person, person, "security", -260)),
          ],
        },
        later(270),
      ),
    ],
  ],
  "training.developers": [
    ["both developers passed", having({}, hosting)],
    [
      "Bob passed no secure coding",
      having({ "training-completions": usual.lists["training-completions"]!.slice(0, 3) }, hosting),
    ],
    ["who may write was not read", having({}, { github: { ...github, steps: ["organization"] } })],
    [
      "Bob passed it",
      having(
        {
          "training-completions": [
            ...usual.lists["training-completions"]!.slice(0, 3),
            passed(4, 2, "secure-coding", 1),
          ],
        },
        hosting,
      ),
    ],
  ],
  "training.content": [
    ["the course covers all topics", usual],
    [
      "a version left one out",
      having({ "training-courses": changedRow(usual.lists["training-courses"]!, { topics: ["phishing"] }) }),
    ],
    ["nobody passed it within a year", having({}, later(270))],
    [
      "somebody passed it again",
      having(
        {
          "training-completions": [...usual.lists["training-completions"]!, passed(5, 1, "security", -260)],
        },
        later(270),
      ),
    ],
  ],
  "review.done-this-quarter": [
    ["a review was closed", usual],
    ["93 days later", having({}, later(83))],
    [
      "no review was closed",
      having({ ...review(1, 10, {}), "review-populations": [sealedRow("other", { source: "Else" })] }),
    ],
    [
      "the next review",
      having(joined(review(1, 10, { "1": "keep" }), review(2, -80, { "1": "keep", "2": "keep" })), later(83)),
    ],
  ],
  "review.removals-done": [
    ["what was removed is gone", usual],
    [
      "it is there after 14 days",
      having(
        { "review-sightings": [] },
        { ...later(20), users: [...usual.users, { id: "3", login: "old@acme.test" }] },
      ),
    ],
    ["accounts were not read since", having({ "review-sightings": [] }, { ...later(20), steps: [] })],
    [
      "the next review removes it, and it is gone",
      having(
        {
          ...joined(
            review(1, 10, { "1": "keep", "2": "keep", "3": "remove" }),
            review(2, -20, { "1": "keep", "2": "keep", "3": "remove" }),
          ),
          "review-sightings": [
            sealedRow("still", { rowId: "r1 3", at: inDays(15).toISOString(), present: true }),
            sealedRow("seen", { rowId: "r2 3", at: inDays(22).toISOString(), present: false }),
          ],
        },
        later(23),
      ),
    ],
  ],
  "review.service-accounts": [
    ["each service account was decided", having({}, { services: ["bob@acme.test"] })],
    [
      "somebody decided on their own account",
      having(review(1, 10, { "1": "keep", "2": "keep" }, "person1"), { services: ["bob@acme.test"] }),
    ],
    ["one came after the review", having({}, { ...withEve, services: [eve.login!] })],
    [
      "the next review decided it",
      having(joined(review(1, 10, { "1": "keep" }), review(2, 1, { "1": "keep", "2": "keep", "9": "keep" })), {
        ...withEve,
        services: [eve.login!],
      }),
    ],
  ],
  "accounts.one-person-each": [
    ["each account is one person's", usual],
    ["Bob left, and his account did not", having({ people: endedBob })],
    ["nobody said whose account it is", having({}, withEve)],
    [
      "Bob's account is disabled",
      having({ people: endedBob }, { users: [usual.users[0]!, { ...usual.users[1]!, status: "DEPROVISIONED" }] }),
    ],
  ],
};
