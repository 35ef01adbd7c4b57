import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { controlRow } from "./controls.ts";
import { frameworkKey, id, instant, projectStatus, shortText } from "./fields.ts";

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
  /** For a Draft: how many controls the company's evidence already covers. */
  alreadyCovered: z.number().int(),
});

const one = z.strictObject({ companyId: id, projectId: id });

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
    input: z.strictObject({
      companyId: id,
      name: shortText("Please enter a project name"),
      framework: frameworkKey,
    }),
    output: project,
    fails: ["account-bounded", "single-framework", "framework-limit", "framework-closed"],
  }),
  get: query({
    access: "projects.read",
    path: "/companies/{companyId}/projects/{projectId}",
    summary: "One project with its 22 controls, labelled with its framework's requirement ids",
    input: one,
    output: z.strictObject({ project, controls: z.array(controlRow) }),
    fails: ["not-found"],
  }),
  start: change({
    access: "projects.start",
    path: "/companies/{companyId}/projects/{projectId}/start",
    summary: "Count the evidence already on file; a Draft becomes In Progress",
    records: "project.started",
    input: one,
    output: project,
    fails: ["not-found", "project-archived", "project-started"],
  }),
};
