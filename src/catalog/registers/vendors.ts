import type { Register } from "#domain/registers/register.ts";
import { dataClasses, sensitiveData } from "./data-classes.ts";
import { besideVendors, vendorPapers } from "./vendor-papers.ts";
import { contributors, everyone, managers } from "./rights.ts";

/** Companies whose services or software the company depends on. */
export const vendors: Register = {
  key: "vendors",
  label: "Vendors",
  singular: "vendor",
  summary: "Companies you buy services or software from: what data each handles, where, and how much harm it could do.",
  group: "Vendors",
  prefix: "VEN",
  title: "name",
  fields: {
    name: { type: "text", label: "Vendor", origin: "stated", required: true },
    service: { type: "text", label: "Service", origin: "stated", required: true, hint: "What it does for you." },
    rating: {
      type: "choice",
      label: "Rating",
      origin: "stated",
      required: true,
      choices: { high: "High", medium: "Medium", low: "Low" },
      hint: "High: an incident there could stop your work or expose client data.",
    },
    data: {
      type: "list",
      of: "choice",
      label: "Data it handles",
      origin: "stated",
      required: true,
      choices: { ...dataClasses, none: "No data" },
      hint: "Everything it can see or keep.",
    },
    hosting: {
      type: "choice",
      label: "Hosting",
      origin: "stated",
      required: true,
      choices: { yes: "Hosts systems or data", no: "No hosting" },
      hint: "Whether your systems or data are in its buildings.",
    },
    location: { type: "text", label: "Location of data", origin: "stated" },
    ownerId: { type: "person", label: "Owner", origin: "stated", required: true, active: true },
    applications: {
      type: "list",
      of: "text",
      label: "Applications",
      origin: "stated",
      hint: "As they are named in your identity provider.",
    },
    site: { type: "url", label: "Website", origin: "stated" },
    since: { type: "date", label: "In use since", origin: "stated" },
  },
  beside: { about: besideVendors },
  derived: vendorPapers,
  states: { open: "In use", ended: "Ended" },
  endReasons: ["Contract ended", "Replaced", "Entered by mistake"],
  rights: { read: everyone, write: contributors, confirm: managers },
  confirms: ["name", "rating", "data", "hosting"],
  asksWhere: {
    high: { field: "rating", is: ["high"] },
    sensitive: { field: "data", is: sensitiveData },
    health: { field: "data", is: ["health"] },
    hosting: { field: "hosting", is: ["yes"] },
  },
  confirmedForDays: 92,
  views: [
    { key: "used", label: "In use", state: "open", sort: "name" },
    { key: "ended", label: "Ended", state: "ended", sort: "changed" },
  ],
  columns: ["service", "rating", "assurance", "contract", "data"],
  csv: ["name", "service", "rating", "data", "hosting", "location", "ownerId", "applications", "site", "since"],
  csvKey: "name",
  checks: [
    "vendors.list-complete",
    "vendors.reviewed-within-year",
    "vendors.contract-signed",
    "physical.hosting-assured",
  ],
  documents: ["vendors.vendor-list"],
};
