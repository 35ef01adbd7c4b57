import type { SampleAccount } from "./sample-connector.ts";

const repositories = ["client-portal", "billing-export", "infrastructure", "intake-bot"];

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
          id: "gh.org.2fa-required",
          wanted: "required",
          type: "organization",
          passing: ["calder-finch"],
          observed: "required",
        },
        {
          id: "gh.member.2fa",
          wanted: "two-factor authentication",
          type: "member",
          passing: ["mokafor", "jlindqvist", "pnair", "tsilva"],
          observed: "on",
        },
        {
          id: "gh.org.owner-count",
          wanted: "2 to 5 owners",
          type: "organization",
          passing: ["calder-finch"],
          observed: "2 owners",
        },
        {
          id: "gh.org.base-permission",
          wanted: "none or read",
          type: "organization",
          passing: ["calder-finch"],
          observed: "read",
        },
      ],
    },
    {
      title: "Branch rules",
      checks: [
        {
          id: "gh.repo.review-required",
          wanted: "at least 1 approval",
          type: "repository",
          passing: repositories,
          observed: "1 approval",
        },
        {
          id: "gh.repo.no-force-push",
          wanted: "both blocked",
          type: "repository",
          passing: repositories,
          observed: "both are blocked",
        },
        {
          id: "gh.repo.admins-bound",
          wanted: "nobody on the bypass list",
          type: "repository",
          passing: repositories,
          observed: "nobody",
        },
        {
          id: "gh.repo.status-checks",
          wanted: "at least 1 required check",
          type: "repository",
          passing: repositories,
          observed: "test and lint are required",
        },
      ],
    },
    {
      title: "Pull requests",
      checks: [
        {
          id: "gh.pr.reviewed",
          wanted: "an approval by another person",
          type: "repository",
          passing: repositories,
          observed: "all merged changes of 30 days were approved",
        },
      ],
    },
    {
      title: "Repositories",
      checks: [
        {
          id: "gh.repo.private",
          wanted: "private",
          type: "repository",
          passing: repositories,
          observed: "private",
        },
        {
          id: "gh.repo.code-scanning",
          wanted: "a scan in the last 7 days",
          type: "repository",
          passing: repositories,
          observed: "scanned yesterday",
        },
        {
          id: "gh.repo.dependabot",
          wanted: "on",
          type: "repository",
          passing: repositories,
          observed: "on",
        },
        {
          id: "gh.alert.dependabot-limit",
          wanted: "no critical alert open over 14 days, no high one over 30",
          type: "repository",
          passing: repositories,
          observed: "the oldest is 3 days old",
        },
        {
          id: "gh.alert.secret-limit",
          wanted: "no alert open over 7 days",
          type: "repository",
          passing: repositories.filter((name) => name !== "intake-bot"),
          observed: "on, and no alert is open",
          failing: { "intake-bot": "an alert has been open for 12 days" },
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
          wanted: "an approval by another person",
          type: "ticket",
          passing: ["CHG-118", "CHG-119", "CHG-120", "CHG-121"],
          observed: "approved before it was done",
        },
        {
          id: "jira.access.approved",
          wanted: "an approval before it was done",
          type: "ticket",
          passing: ["IT-77", "IT-79", "IT-80", "IT-84", "IT-86", "IT-90"],
          observed: "approved first",
        },
        {
          id: "jira.access.leaver-sla",
          wanted: "one working day",
          type: "ticket",
          passing: ["HR-41"],
          observed: "closed the same day",
        },
      ],
    },
  ],
};
