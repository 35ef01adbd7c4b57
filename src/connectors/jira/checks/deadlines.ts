import { afterWorkingDays } from "#domain/working-days.ts";
import type { ConnectorCheck } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { Data } from "../kinds.ts";
import { settingsOf } from "../settings.ts";
import { notSet } from "./not-set.ts";

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** How long something took or has been open, in hours up to two days and in days beyond. */
function lasting(from: string, until: Date): string {
  const ms = until.getTime() - Date.parse(from);
  const [number, unit] = ms < 2 * DAY_MS ? [Math.floor(ms / HOUR_MS), "hour"] : [Math.floor(ms / DAY_MS), "day"];
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

const WORKING_DAYS = 1;

export const leaversOnTime: ConnectorCheck = {
  id: "jira.access.leaver-sla",
  version: 1,
  title: "Leaver tickets close within one working day",
  severity: "high",
  hint: "Revoke access and close the ticket.",
  serves: ["accounts.leavers-disabled"],
  steps: ["leaver-tickets"],
  judge(facts) {
    const wanted = "done within one working day";
    const open = notSet(facts, "leaverJql", wanted);
    if (open) return [open];
    const { timeZone } = settingsOf(facts.settings);
    return eachItem<Data<"jira.leaver">>(facts, "jira.leaver", wanted, ({ createdAt, done, doneAt }) => {
      if (done && doneAt === null) return ["unknown", "Jira does not say when it was done"];
      const due = afterWorkingDays(new Date(createdAt), WORKING_DAYS, timeZone);
      const end = doneAt === null ? facts.now : new Date(doneAt);
      return [end <= due ? "pass" : "fail", `${done ? "done after" : "open for"} ${lasting(createdAt, end)}`];
    });
  },
};

/** Tickets are not what a scanner found: the library's checks ask scanners, so this serves none. */
export const vulnerabilitiesOnTime: ConnectorCheck = {
  id: "jira.vuln.sla",
  version: 1,
  title: "Vulnerability tickets close within their severity limit",
  severity: "medium",
  hint: "Fix or accept the risk with an owner.",
  serves: [],
  steps: ["vulnerability-tickets"],
  judge(facts) {
    const wanted = "done within the limit of its priority";
    const open = notSet(facts, "vulnerabilityJql", wanted);
    if (open) return [open];
    const limits = limitsOf(settingsOf(facts.settings).limits);
    return eachItem<Data<"jira.vulnerability">>(facts, "jira.vulnerability", wanted, (ticket) => {
      const { priority, createdAt, done, doneAt } = ticket;
      const days = priority === null ? undefined : limits.get(priority.toLowerCase());
      if (days === undefined)
        return ["unknown", priority === null ? "it has no priority" : `no limit is set for ${priority}`];
      if (done && doneAt === null) return ["unknown", "Jira does not say when it was done"];
      const end = doneAt === null ? facts.now : new Date(doneAt);
      const observed = `${priority}, ${done ? "done after" : "open for"} ${lasting(createdAt, end)} of ${days} days`;
      return [end.getTime() - Date.parse(createdAt) <= days * DAY_MS ? "pass" : "fail", observed];
    });
  },
};

function limitsOf(lines: readonly string[]): Map<string, number> {
  return new Map(
    lines.map((line) => {
      const [priority, days] = line.split(":");
      return [priority!.trim().toLowerCase(), Number(days)];
    }),
  );
}
