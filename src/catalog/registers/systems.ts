import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";
import { dataClasses } from "./data-classes.ts";

const hours = { single: "hour", many: "hours" };

/** Systems in scope, each with its owner, its data, and how soon it must be back. */
export const systems: Register = {
  key: "systems",
  label: "Systems",
  singular: "system",
  summary: "Each system you run or use: who owns it, what data it holds, and how soon it must be back after an outage.",
  group: "Systems",
  prefix: "SYS",
  title: "systemId",
  fields: {
    systemId: {
      type: "system",
      label: "System",
      origin: "stated",
      required: true,
      hint: "From your list of systems in scope.",
    },
    ownerId: { type: "person", label: "Owner", origin: "stated", required: true, active: true },
    purpose: { type: "text", label: "Purpose", origin: "stated" },
    data: { type: "list", of: "choice", label: "Data it holds", origin: "stated", choices: dataClasses },
    production: {
      type: "flag",
      label: "Production",
      origin: "stated",
      hint: "Your customers or clients depend on it.",
    },
    criticality: {
      type: "choice",
      label: "Criticality",
      origin: "stated",
      required: true,
      choices: { critical: "Critical", important: "Important", minor: "Minor" },
      hint: "Critical: without it, work stops the same day.",
    },
    rtoHours: {
      type: "number",
      label: "Recovery time (RTO)",
      origin: "stated",
      unit: hours,
      least: 0,
      most: 8_760,
      hint: "How long it may be down.",
    },
    rpoHours: {
      type: "number",
      label: "Data loss (RPO)",
      origin: "stated",
      unit: hours,
      least: 0,
      most: 8_760,
      hint: "How much work you may lose, by the age of the last backup.",
    },
    site: { type: "url", label: "Address", origin: "stated" },
  },
  states: { open: "In use", ended: "Retired" },
  endReasons: ["Replaced", "No longer used", "Entered by mistake"],
  rights: { read: everyone, write: contributors, confirm: contributors },
  asksWhere: { critical: { field: "criticality", is: ["critical"], of: "systemId" } },
  asksWithin: ["rtoHours", "rpoHours"],
  confirms: ["systemId", "data", "production", "criticality", "rtoHours", "rpoHours"],
  confirmedForDays: 92,
  views: [{ key: "used", label: "In use", state: "open", sort: "systemId" }],
  columns: ["ownerId", "criticality", "data", "rtoHours", "rpoHours"],
  csv: ["systemId", "ownerId", "purpose", "data", "production", "criticality", "rtoHours", "rpoHours", "site"],
  checks: ["backup.restore-tested", "continuity.plan-within-year"],
  documents: ["backup.restore-test-report"],
};
