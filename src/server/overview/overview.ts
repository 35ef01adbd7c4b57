import { sql } from "kysely";
import { projectProgress } from "#domain/project-status.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { functionOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { listConnections } from "../connections/connection-list.ts";
import type { Clock } from "../connections/connection-list.ts";
import { readControlStates } from "../controls/control-states.ts";
import { soonestLapses, theNextSteps } from "./next-best.ts";
import type { Caller } from "../endpoints/caller.ts";
import { ownDocuments } from "./own-documents.ts";
import { dayChanges } from "./day-changes.ts";
import { readRuleChange } from "./rule-change.ts";
import { findItems, presentItem } from "../evidence/items.ts";
import { setupOf } from "../onboarding/setup.ts";
import { listProjects, presentProject, readOwned } from "../projects/projects.ts";

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 14;

/** The figures of the home screen. They count once a project has been started, as each project's own figures do. */
export async function overviewOf(tx: Tx, caller: Caller, clock: Clock) {
  const { now } = clock;
  const { companyId } = caller;
  const states = await readControlStates(tx, companyId, now);
  const projects = (await listProjects(tx, companyId)).filter((project) => project.archived_at === null);
  const owned = await readOwned(tx);
  const frameworks = [...new Set(projects.map((project) => project.framework))] as FrameworkKey[];
  const counting = projects.some((project) => project.started_at !== null);
  const statuses = states.map((state) => state.status);
  const progress = projectProgress(statuses);
  const count = (status: string) => statuses.filter((item) => item === status).length;
  return {
    controls: counting ? progress : { ...progress, passed: 0, percent: 0 },
    counts: {
      passing: count("passing"),
      failing: count("failing"),
      needsEvidence: count("needs evidence"),
      notApplicable: count("not applicable"),
    },
    statuses: states.map((state) => ({
      controlId: state.control.id,
      title: state.control.title,
      domain: state.control.domain,
      status: state.status,
      requirement: state.control.requirements[frameworks[0] ?? "soc2"][0] ?? null,
    })),
    setup: await setupOf(tx, companyId, now),
    connections: (await listConnections(tx, companyId, clock)).map(
      ({ id, state, connectedAt, lastCollectedAt, hours }) => ({ id, state, connectedAt, lastCollectedAt, hours }),
    ),
    next: theNextSteps(states, frameworks),
    lapses: soonestLapses(states),
    changes: await dayChanges(tx, companyId, now),
    documents: await ownDocuments(tx, caller, now),
    ruleChange: await readRuleChange(tx, companyId, now),
    evidence: await evidenceFigures(tx, now),
    frameworks,
    projects: projects.map((row) => {
      const {
        id,
        name,
        framework,
        status,
        controlsPassed: passed,
        controls: total,
        percent,
      } = presentProject(row, states, owned);
      return { id, name, framework, status, passed, total, percent };
    }),
    recent: (await findItems(tx, companyId, sql`e.matter_id IS NULL`, 12)).map((row) => {
      const { id, exhibit, name, source, controls, sha256, collectedAt } = presentItem(row);
      return { id, exhibit, name, source, controls, sha256, collectedAt };
    }),
  };
}

async function evidenceFigures(tx: Tx, now: Date) {
  const instants = Array.from({ length: DAYS }, (_, day) => new Date(now.getTime() - (DAYS - day) * DAY));
  const totals = functionOf("app.evidence_totals", [instants]).as("t");
  const rows = await tx.selectFrom(totals).select(["total", "before"]).orderBy("instant").execute();
  const total = rows[0]?.total ?? 0;
  const days = rows.map(({ before }, day) => (rows[day + 1]?.before ?? total) - before);
  return { total, thisWeek: days.slice(-7).reduce((sum, items) => sum + items, 0), days };
}
