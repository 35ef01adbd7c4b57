import { daysAfterDay } from "#domain/registers/record-task.ts";
import { daysAfter } from "#domain/calendar-day.ts";
import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone, managers } from "./rights.ts";

/** Offices and other places of the company. */
export const sites: Register = {
  key: "sites",
  label: "Sites",
  singular: "site",
  summary: "Your offices and storage rooms: whether each holds client data or equipment, and its security plan.",
  group: "Systems",
  prefix: "SIT",
  title: "name",
  fields: {
    name: { type: "text", label: "Site", origin: "stated", required: true },
    address: { type: "text", label: "Address", origin: "stated", required: true },
    holds: {
      type: "choice",
      label: "Client data or equipment",
      origin: "stated",
      required: true,
      choices: { none: "Neither", data: "Client data", equipment: "Equipment", both: "Both" },
      hint: "Equipment: servers, network devices, backup media.",
    },
    ownerId: { type: "person", label: "Owner", origin: "stated", active: true },
    plan: {
      type: "exhibit",
      proves: ["planDatedOn"],
      label: "Security plan",
      origin: "filed",
      shows: ["Policy", "Document"],
    },
    planDatedOn: { type: "date", label: "Plan dated", origin: "filed", past: true },
  },
  tasks: [
    {
      key: "plan",
      standing: { single: "security plan to file again", many: "security plans to file again" },
      title: (what) => `File the security plan of ${what} again`,
      together: (count) => `File the security plans of ${count} sites again`,
      detail: "A plan counts for a year",
      of: "kept",
      has: ["planDatedOn"],
      where: { holds: ["data", "equipment", "both"] },
      from: { planDatedOn: 365 },
      ahead: 30,
      due: daysAfterDay("planDatedOn", 365),
    },
  ],
  due: {
    field: "planDatedOn",
    of: ({ planDatedOn }) => (typeof planDatedOn === "string" ? daysAfter(planDatedOn, 365) : undefined),
    words: "Its plan counts until",
    over: "Its plan counted until",
  },
  states: { waiting: "Waiting for approval", open: "Approved", ended: "Closed" },
  endReasons: ["Moved out", "Entered by mistake"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: managers },
  confirms: ["name", "holds"],
  asksWhere: { holding: { field: "holds", is: ["data", "equipment", "both"] } },
  confirmedForDays: 365,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "name" },
    { key: "approved", label: "Approved", state: "open", sort: "name" },
  ],
  columns: ["holds", "address", "plan", "planDatedOn"],
  csv: ["name", "address", "holds", "ownerId", "plan", "planDatedOn"],
  csvKey: "name",
  checks: ["physical.offices-declared"],
  documents: [],
};
