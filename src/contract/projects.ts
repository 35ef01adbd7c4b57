import * as z from "zod";
import { windowRefusal } from "#domain/audit-window.ts";
import { change, query } from "./endpoint.ts";
import { controlRow } from "./controls.ts";
import { controlId, controlStatus, day, frameworkKey, id, instant, projectStatus, shortText } from "./fields.ts";

const days = z.strictObject({ from: day, to: day });

const project = z.strictObject({
  id,
  name: z.string(),
  framework: frameworkKey,
  frameworkName: z.string(),
  status: projectStatus,
  controls: z.number().int(),
  controlsPassed: z.number().int(),
  percent: z.number().int(),
  createdAt: instant,
  startedAt: instant.nullable(),
  archivedAt: instant.nullable(),
  /** The audit window: days in UTC, the last one included. */
  window: days.nullable(),
  /** What to do next, and the control it is about; null when nothing is left. */
  next: z.strictObject({ message: z.string(), controlId: controlId.nullable() }).nullable(),
  /** For a Draft: how many controls pass already. */
  alreadyCovered: z.number().int(),
});

const path = z.strictObject({ companyId: id, projectId: id });
const name = shortText("Please enter a project name");

/** The days of an audit window, by the rule the table holds, too. */
const auditWindow = days.check(({ value, issues }) => {
  const message = windowRefusal(value);
  if (message) issues.push({ code: "custom", message, path: ["to"], input: value });
});

export const projects = {
  list: query({
    access: "projects.read",
    path: "/companies/{companyId}/projects",
    summary: "The company's projects, newest first",
    input: z.strictObject({ companyId: id }),
    output: z.array(project),
  }),
  create: change({
    access: "projects.create",
    path: "/companies/{companyId}/projects",
    summary: "Create a project of an open framework, with the 22 core controls",
    records: "project.created",
    input: z.strictObject({ companyId: id, name, framework: frameworkKey }),
    output: project,
    fails: ["account-bounded", "framework-limit", "framework-closed"],
  }),
  get: query({
    access: "projects.read",
    path: "/companies/{companyId}/projects/{projectId}",
    summary:
      "One project with its 22 controls, labelled with its framework's requirement ids; as it was when it was archived",
    input: path,
    output: z.strictObject({ project, controls: z.array(controlRow) }),
    fails: ["not-found"],
  }),
  start: change({
    access: "projects.start",
    path: "/companies/{companyId}/projects/{projectId}/start",
    summary: "Count the evidence already on file; a Draft becomes In Progress",
    records: "project.started",
    input: path,
    output: project,
    fails: ["not-found", "project-archived", "project-started"],
  }),
  rename: change({
    method: "PATCH",
    access: "projects.rename",
    path: "/companies/{companyId}/projects/{projectId}",
    summary: "Give a project another name",
    records: "project.renamed",
    input: path.extend({ name }),
    output: project,
    fails: ["not-found", "project-archived"],
  }),
  setWindow: change({
    access: "projects.setWindow",
    path: "/companies/{companyId}/projects/{projectId}/window",
    summary: "Set the audit window, at most 36 months in the past or the future, or clear it",
    records: "project.windowSet",
    input: path.extend({ window: auditWindow.nullable() }),
    output: project,
    fails: ["not-found", "project-archived"],
  }),
  daysCovered: query({
    access: "controls.readHistory",
    path: "/companies/{companyId}/projects/{projectId}/days-covered",
    summary:
      "For each control, on how many of the audit window's passed days it passed or did not apply during the whole day",
    input: path,
    output: z.strictObject({
      /** Null for a project without an audit window. */
      window: days.nullable(),
      controls: z.array(
        z.strictObject({
          controlId,
          covered: z.number().int(),
          /** Days of the window that have passed to their end. */
          passed: z.number().int(),
          /** The newest 100, oldest first. A status of null: nothing was recorded. */
          gaps: z.array(days.extend({ status: controlStatus.nullable(), reason: z.string() })),
          gapCount: z.number().int(),
        }),
      ),
    }),
    fails: ["not-found"],
  }),
  archive: change({
    access: "projects.archive",
    path: "/companies/{companyId}/projects/{projectId}/archive",
    summary: "End a project: it is only read from then on, keeps the figures it has, and frees its framework's place",
    records: "project.archived",
    input: path,
    output: project,
    fails: ["not-found", "project-archived"],
  }),
  restore: change({
    access: "projects.archive",
    path: "/companies/{companyId}/projects/{projectId}/restore",
    summary: "Go on with an archived project; its figures are computed again",
    records: "project.restored",
    input: path,
    output: project,
    fails: ["not-found", "project-not-archived", "framework-limit"],
  }),
};
