import type { SampleAccount } from "./sample-connector.ts";

/** Where the sample company keeps its code; connected by whoever visits. */
export const sampleGithub: SampleAccount = {
  provider: "github",
  account: { id: "90412", label: "calder-finch", granted: ["metadata:read", "members:read"], facts: {} },
  scopes: [
    { name: "metadata:read", reads: "names and settings of repositories" },
    { name: "members:read", reads: "members, teams and their rights" },
  ],
  steps: [
    {
      title: "Members",
      checks: [
        {
          id: "gh.member.2fa",
          severity: "high",
          title: "Every member has two-factor authentication on",
          hint: "Ask the listed people to turn it on, or remove them from the organization.",
          wanted: "two-factor authentication",
          answers: [],
          type: "member",
          passing: ["mokafor", "jlindqvist", "pnair", "tsilva"],
          observed: "on",
        },
        {
          id: "gh.org.owner-count",
          severity: "medium",
          title: "Between two and five organization owners",
          hint: "Reduce owners to a few named people, and keep a second one for recovery.",
          wanted: "2 to 5 owners",
          answers: [],
          type: "organization",
          passing: ["calder-finch"],
          observed: "2 owners",
        },
      ],
    },
    {
      title: "Branch rules",
      checks: [
        {
          id: "gh.repo.review-required",
          severity: "high",
          title: "The default branch needs an approving review",
          hint: "Require one approval before merging.",
          wanted: "at least 1 approval",
          answers: [],
          type: "repository",
          passing: ["client-portal", "billing-export", "infrastructure"],
          observed: "1 approval",
          failing: { "intake-bot": "0 approvals" },
        },
        {
          id: "gh.repo.no-force-push",
          severity: "high",
          title: "The default branch can be neither forced nor deleted",
          hint: "Block force pushes and deletions in the branch rules.",
          wanted: "both blocked",
          answers: [],
          type: "repository",
          passing: ["client-portal", "billing-export", "infrastructure", "intake-bot"],
          observed: "both are blocked",
        },
      ],
    },
  ],
};

/** Where it keeps tickets. */
export const sampleJira: SampleAccount = {
  provider: "jira",
  account: { id: "7d5ac0de-2b1f-4a6e-9c55-0f3f8f1c2ad4", label: "calder-finch", granted: undefined, facts: {} },
  scopes: [{ name: "read:issue:jira", reads: "tickets, without their attachments" }],
  steps: [
    {
      title: "Change tickets",
      checks: [
        {
          id: "jira.change.approved",
          severity: "high",
          title: "Closed change tickets have an approval by somebody else",
          hint: "Reopen the ticket, or document the missing approval.",
          wanted: "an approval by another person",
          answers: [],
          type: "ticket",
          passing: ["CHG-118", "CHG-119", "CHG-120", "CHG-121"],
          observed: "approved before it was done",
        },
        {
          id: "jira.access.leaver-sla",
          severity: "high",
          title: "Leaver tickets close within one working day",
          hint: "Revoke the access and close the ticket.",
          wanted: "one working day",
          answers: [],
          type: "ticket",
          passing: ["HR-41"],
          observed: "closed the same day",
        },
      ],
    },
  ],
};
