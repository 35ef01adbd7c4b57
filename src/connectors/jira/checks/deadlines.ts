import { afterWorkingDays } from "#domain/working-days.ts";
import type { Reading } from "#domain/facts/reading.ts";
import type { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { observed, observeEach } from "../../facts.ts";
import { settingsOf } from "../company-settings.ts";
import { notSet } from "./not-set.ts";

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether a ticket was done by when it was due, or may still be. */
function inTime(ticket: Reading, facts: CheckFacts, due: (created: Date) => Date): Truth {
  const created = ticket.at("createdAt").instant();
  const done = ticket.at("done").flag();
  return created.follow((from) =>
    done.follow((is) =>
      is ? ticket.at("doneAt").instant().atMost(due(from)) : created.holds(() => facts.now <= due(from)),
    ),
  );
}

/** How long a ticket took or has been open, in hours up to two days and in days beyond. */
function lasting(ticket: Reading, facts: CheckFacts): string {
  const long = (from: Date, until: Date) => {
    const ms = until.getTime() - from.getTime();
    const [number, unit] = ms < 2 * DAY_MS ? [Math.floor(ms / HOUR_MS), "hour"] : [Math.floor(ms / DAY_MS), "day"];
    return `${number} ${unit}${number === 1 ? "" : "s"}`;
  };
  const created = ticket.at("createdAt").instant();
  return created.say((from) =>
    ticket
      .at("done")
      .flag()
      .say((done) =>
        done
          ? ticket
              .at("doneAt")
              .instant()
              .say((at) => `done after ${long(from, at)}`)
          : `open for ${long(from, facts.now)}`,
      ),
  );
}

export const leaversOnTime: ConnectorCheck = {
  id: "jira.access.leaver-sla",
  version: 2,
  title: "Leaver tickets close within one working day",
  severity: "high",
  hint: "Revoke access and close the ticket.",
  // A closed ticket does not say that an account is closed, which is what the library asks.
  answers: [],
  steps: ["leaver-tickets"],
  judge(facts) {
    const wanted = "done within one working day";
    const open = notSet(facts, "leaverJql", wanted);
    if (open) return [open];
    const { timeZone } = settingsOf(facts.settings);
    return observeEach(facts, "jira.leaver", ({ resource, data }) =>
      observed(
        resource,
        inTime(data, facts, (created) => afterWorkingDays(created, 1, timeZone)),
        { observed: lasting(data, facts), wanted },
      ),
    );
  },
};

export const vulnerabilitiesOnTime: ConnectorCheck = {
  id: "jira.vuln.sla",
  version: 2,
  title: "Vulnerability tickets close within their severity limit",
  severity: "medium",
  hint: "Fix or accept the risk with an owner.",
  // Tickets are not what a scanner found: the library's checks ask scanners.
  answers: [],
  steps: ["vulnerability-tickets"],
  judge(facts) {
    const wanted = "done within the limit of its priority";
    const open = notSet(facts, "vulnerabilityJql", wanted);
    if (open) return [open];
    const limits = limitsOf(settingsOf(facts.settings).limits);
    return observeEach(facts, "jira.vulnerability", ({ resource, data }) => {
      const priority = data.at("priority").text();
      // A priority without a limit of its own is not known to be in time.
      const days = priority.map((name) => name.toLowerCase()).map((name) => limits.get(name));
      const truth = days.follow((most) =>
        most === undefined
          ? days.holds(() => undefined)
          : inTime(data, facts, (created) => new Date(created.getTime() + most * DAY_MS)),
      );
      const limit = days.say((most) => (most === undefined ? "no limit is set for it" : `of ${most} days`));
      return observed(resource, truth, {
        observed: `${priority.say(String)}, ${lasting(data, facts)} ${limit}`,
        wanted,
      });
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
