import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";

/** Who responds when something happens, and whom to call outside. */
export const contacts: Register = {
  key: "contacts",
  label: "Contacts",
  singular: "contact",
  summary: "Who responds to an incident, who is on call, and whom to call outside: counsel, insurer, authorities.",
  group: "Incidents",
  prefix: "CTC",
  title: "name",
  fields: {
    name: { type: "text", label: "Name", origin: "stated", required: true, personal: true },
    duty: {
      type: "choice",
      label: "Duty",
      origin: "stated",
      required: true,
      choices: {
        responder: "Responder",
        "on-call": "On call",
        counsel: "Counsel",
        insurer: "Insurer",
        authority: "Authority",
        police: "Police",
        forensics: "Forensics",
        vendor: "Vendor",
        press: "Press",
      },
    },
    personId: {
      type: "person",
      label: "Person",
      origin: "stated",
      requiredFor: { duty: ["responder", "on-call"] },
      hint: "For responders and people on call: their record in People.",
    },
    phone: { type: "text", label: "Phone", origin: "stated", personal: true },
    email: { type: "text", label: "Email", origin: "stated", personal: true },
    hours: { type: "text", label: "Hours", origin: "stated", hint: "For example: weekdays, nights, all hours." },
    note: { type: "text", label: "Note", origin: "stated", hint: "What to call them for." },
    trainedOn: { type: "date", label: "Trained on", origin: "stated", past: true, hint: "For responders." },
  },
  states: { open: "Current", ended: "Ended" },
  endReasons: ["Handed over", "No longer needed", "Entered by mistake"],
  rights: { read: everyone, write: contributors, confirm: contributors },
  confirmedForDays: 92,
  views: [{ key: "current", label: "Current", state: "open", sort: "duty" }],
  columns: ["duty", "phone", "email", "hours", "trainedOn"],
  csv: ["name", "duty", "personId", "phone", "email", "hours", "note", "trainedOn"],
  checks: ["incident.plan-within-year"],
  documents: ["incident.on-call-roster"],
};
