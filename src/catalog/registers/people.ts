import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone, managers } from "./rights.ts";

/** Everyone who works for the company. */
export const people: Register = {
  key: "people",
  label: "People",
  singular: "person",
  summary: "Everyone who works for you: employees, partners and contractors.",
  group: "People",
  prefix: "PER",
  title: "name",
  fields: {
    name: { type: "text", label: "Name", origin: "stated", required: true, personal: true },
    email: { type: "text", label: "Work email", origin: "stated", personal: true },
    jobTitle: { type: "text", label: "Job title", origin: "stated", personal: true },
    kind: {
      type: "choice",
      label: "Employment",
      origin: "stated",
      required: true,
      choices: { employee: "Employee", partner: "Partner", contractor: "Contractor", intern: "Intern" },
    },
    managerId: { type: "person", label: "Manager", origin: "stated" },
    employeeId: { type: "text", label: "Employee ID", origin: "stated", personal: true },
    startsAt: { type: "instant", label: "Starts", origin: "stated", required: true },
    endsAt: { type: "instant", label: "Leaves", origin: "stated", endsDay: true, hint: "When access must end." },
  },
  states: { open: "Active", ended: "Ended" },
  endReasons: ["Resigned", "Contract ended", "Dismissed", "Entered by mistake"],
  lastDay: { field: "endsAt", unless: ["Entered by mistake", "Added by mistake", "Listed twice"], over: "Left" },
  rights: { read: everyone, write: contributors, confirm: managers },
  confirms: ["name", "email", "kind", "startsAt", "endsAt"],
  confirmedForDays: 92,
  views: [
    { key: "active", label: "Active", state: "open", sort: "name" },
    { key: "ended", label: "Ended", state: "ended", sort: "changed" },
  ],
  columns: ["jobTitle", "kind", "email", "startsAt", "endsAt"],
  csv: ["name", "email", "jobTitle", "kind", "managerId", "employeeId", "startsAt", "endsAt"],
  csvKey: "email",
  checks: [
    "accounts.leavers-disabled",
    "accounts.one-person-each",
    "inventory.devices-assigned",
    "inventory.repositories-owned",
    "oversight.owner-named",
    "oversight.actions-on-time",
    "people.screened-before-access",
    "people.terms-signed",
  ],
  documents: ["accounts.leaver-checklist"],
};
