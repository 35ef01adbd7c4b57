import { everyOf, someOf } from "#domain/facts/population.ts";
import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { everyItem, observed } from "../../facts.ts";
import type { Member } from "../../facts.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const resource = { type: "installation", id: "backups", label: "Backups" };
const backupsOf = (facts: CheckFacts) => everyItem(facts, "installation.backup", "backups");
const before = (facts: CheckFacts, ms: number) => new Date(facts.now.getTime() - ms);

/** Whether it is where it was written, and lacks no stored file. */
const isWhole = ({ data }: Member) =>
  data
    .at("kept")
    .flag()
    .is(true)
    .andThen(() => data.at("lacks").number().atMost(0));

export const backupRecent: ConnectorCheck = {
  id: "installation.backup.recent",
  version: 1,
  title: "A whole backup of the last 24 hours, and 7 days of history",
  severity: "high",
  hint: "Set BACKUP_URL and keep the worker running.",
  answers: ["backup.recent/databases"],
  steps: ["backups"],
  judge(facts) {
    const backups = backupsOf(facts);
    const written = ({ data }: Member) => data.at("writtenAt").instant();
    const recent = someOf(backups, (backup) =>
      written(backup)
        .atLeast(before(facts, DAY))
        .andThen(() => isWhole(backup)),
    );
    const old = someOf(backups, (backup) =>
      written(backup)
        .atMost(before(facts, 7 * DAY))
        .andThen(() => isWhole(backup)),
    );
    const truth = recent.andThen(() => old);
    return [
      observed(resource, truth, {
        observed: truth.say({
          yes: "a whole backup of the last 24 hours and one from 7 days ago or earlier",
          no:
            recent.outcome() === "pass"
              ? "no whole backup from 7 days ago or earlier"
              : "no whole backup of the last 24 hours",
          unknown: "not all backups were read",
        }),
        wanted: "a whole backup of the last 24 hours and 7 days of history",
      }),
    ];
  },
};

/** Self-tests are weekly, and after a fault daily. */
const TESTED_DAYS = 35;

export const backupTested: ConnectorCheck = {
  id: "installation.backup.tested",
  version: 1,
  title: "The last restore test succeeded within 35 days",
  severity: "high",
  hint: "Run backup-test and fix what it finds.",
  answers: [],
  steps: ["backups"],
  judge(facts) {
    const backups = backupsOf(facts);
    const testedAt = ({ data }: Member) => data.at("testedAt").orNone().instant();
    const failedAfter = (backup: Member, at: Date) =>
      testedAt(backup)
        .holds((own) => own > at, false)
        .andThen(() => backup.data.at("fault").flag().is(true));
    const truth = someOf(backups, (backup) =>
      testedAt(backup)
        .atLeast(before(facts, TESTED_DAYS * DAY), false)
        .andThen(() => backup.data.at("fault").flag().is(false))
        .andThen(() =>
          testedAt(backup).follow((at) => everyOf(backups, (other) => failedAfter(other, at).not()), false),
        ),
    );
    return [
      observed(resource, truth, {
        observed: truth.say({
          yes: "the last restore test succeeded",
          no: "no restore test succeeded, or a later one failed",
          unknown: "not all restore tests were read",
        }),
        wanted: `a successful restore test within ${TESTED_DAYS} days, and none later that failed`,
      }),
    ];
  },
};
