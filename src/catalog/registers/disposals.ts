import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";

/** What was wiped or destroyed, with its certificate. */
export const disposals: Register = {
  key: "disposals",
  label: "Disposals",
  singular: "disposal",
  summary:
    "Devices that were wiped and records that were destroyed, each with its certificate, approved by another person.",
  group: "Systems",
  inMatters: true,
  prefix: "DIS",
  title: "subject",
  fields: {
    subject: { type: "text", label: "What was disposed of", origin: "stated", required: true },
    deviceIds: { type: "list", of: "record", to: "devices", label: "Devices", origin: "filed" },
    matterIds: { type: "list", of: "record", to: "client-matters", label: "Client matters", origin: "filed" },
    method: {
      type: "choice",
      label: "Method",
      origin: "filed",
      required: true,
      choices: {
        wipe: "Wiped",
        shred: "Shredded or destroyed",
        returned: "Wiped by its lessor",
        deletion: "Deleted",
        mistake: "No device or matter: entered by mistake",
      },
    },
    disposedOn: { type: "date", label: "Disposed of on", origin: "filed", required: true, past: true },
    certificate: {
      type: "exhibit",
      proves: ["disposedOn"],
      spare: ({ method }) => method === "mistake",
      label: "Certificate",
      origin: "filed",
      hint: "The wipe report or destruction certificate.",
    },
    vendorId: { type: "record", to: "vendors", label: "Done by", origin: "stated" },
  },
  states: { waiting: "Waiting for approval", open: "Approved", ended: "Withdrawn" },
  endReasons: ["Replaced by a newer record", "Entered by mistake"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: contributors },
  confirms: [],
  confirmedForDays: 365,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "number" },
    { key: "approved", label: "Approved", state: "open", sort: "disposedOn" },
  ],
  columns: ["deviceIds", "method", "disposedOn", "certificate"],
  csv: ["subject", "deviceIds", "matterIds", "method", "disposedOn", "certificate", "vendorId"],
  checks: ["retention.device-wipe", "retention.closed-matters"],
  documents: ["retention.destruction-certificates"],
};
