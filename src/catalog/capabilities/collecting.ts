import { providers } from "../providers.ts";
import { inList, kept } from "./capability.ts";

const linking = "src/server/connections/linking/linking.db.test.ts";
const publishing = "src/server/connections/publish-run.db.test.ts";

/** How evidence comes in by itself, and by reports of other tools. */
export const collecting = {
  connections: kept(
    "Connections",
    `Connect ${inList(providers.map(({ name }) => name))} with read-only access.`,
    "connections",
    {
      [linking]: [
        "an account is linked by the vendor's page, found, confirmed, and then collected",
        "an access that could write is refused and revoked, and one that lacks a scope says which",
      ],
    },
    {
      more: "You link an account on the vendor's own page, with a role, or with a key whose private half never leaves the worker. We reject grants with write access.",
    },
  ),
  hourly: kept(
    "Hourly collection",
    "Every connection is collected every 60 minutes.",
    "connections",
    {
      [publishing]: ["an hour's run files what was observed, with verdicts that rest on it, and says so in the ledger"],
      "src/server/connections/planning.db.test.ts": [
        "slots that passed while nobody worked are missed, those of seven days at most, and the newest one waits",
      ],
      "src/catalog/finding-rules/rule-sets.test.ts": [
        "passes what each rule of a check answers for the account, and fails by any of them",
      ],
    },
    {
      more: "The page shows the last 24 hours. A missed hour stays a gap and is never filled in. Denied or incomplete data counts as unknown.",
    },
  ),
  noAgents: kept("No agents", "You install nothing on your machines.", "connections", {
    [linking]: ["an account is linked by the vendor's page, found, confirmed, and then collected"],
  }),
  changeTickets: kept(
    "Change tickets",
    "Connected tools deliver change tickets and settings every hour, and people add policy documents.",
    "connections",
    { [publishing]: ["hours in which nothing changed renew the item that says so, until it is a day old"] },
  ),
  reports: kept(
    "Reports from other tools",
    "Import reports of Prowler, AWS Security Hub, Lynis and any scanner that writes SARIF, CycloneDX, SPDX, XCCDF, OSCAL or CSV.",
    "importing-reports",
    {
      "src/server/imports/imports.db.test.ts": [
        "is answered with what was read, which checks it decided, what fails, and where it is",
      ],
    },
    { more: "Each finding becomes pass, fail, unknown or not applicable. Unknown never counts as a pass." },
  ),
  pipelines: kept(
    "Pipelines",
    "CI pipelines push their reports with a 15-minute token and no stored key.",
    "push-from-ci",
    {
      "src/server/pipelines/pipelines.db.test.ts": [
        "pushes a report by the very workflow of the guide, and nothing of it is a stored key",
        "may import and nothing else, for a quarter of an hour",
      ],
    },
    { plan: "growth", flag: "api-access" },
  ),
} as const;
