import { endOfDay } from "#domain/calendar-day.ts";
import type { Register } from "#domain/registers/register.ts";
import { holderWords } from "#domain/staff/device-questions.ts";
import { contributors, everyone } from "./rights.ts";

/** So many days after somebody left, their devices are to be with somebody else. The check asks from the moment on which they left. */
const RETURNED_DAYS = 7;

/** Laptops, phones and other devices that work is done on, and whose they are. */
export const devices: Register = {
  key: "devices",
  label: "Devices",
  singular: "device",
  summary: "Laptops, phones and other devices that people work on: whose each is, and what became of retired ones.",
  group: "Systems",
  prefix: "DEV",
  title: "name",
  fields: {
    name: {
      type: "text",
      label: "Device",
      origin: "stated",
      required: true,
      hint: "As it is named in device management.",
    },
    kind: {
      type: "choice",
      label: "Kind",
      origin: "stated",
      required: true,
      choices: {
        laptop: "Laptop",
        desktop: "Desktop",
        phone: "Phone",
        tablet: "Tablet",
        server: "Server",
        other: "Other",
      },
    },
    serial: { type: "text", label: "Serial number", origin: "stated" },
    holderId: { type: "person", label: "Assigned to", origin: "stated", required: true },
    systemId: { type: "system", label: "Managed in", origin: "stated" },
    personallyOwned: { type: "flag", label: "Personally owned", origin: "stated" },
    since: { type: "date", label: "In use since", origin: "stated", past: true },
    retiredOn: { type: "date", label: "Retired on", origin: "stated", past: true, after: "since" },
  },
  tasks: [
    {
      key: "reassign",
      standing: { single: "assigned to somebody who left", many: "assigned to people who left" },
      title: (what) => `Reassign ${what}`,
      together: (count) => `Reassign ${count} devices of people who left`,
      detail: "Assigned to somebody who left: assign it to who has it, or end it",
      of: "kept",
      left: "holderId",
      from: { left: RETURNED_DAYS },
      ahead: RETURNED_DAYS,
      due: ({ leftAt }) => leftAt && new Date(leftAt.getTime() + RETURNED_DAYS * 86_400_000),
    },
    {
      key: "wipe",
      standing: { single: "retired and not wiped", many: "retired and not wiped" },
      title: (what) => `Wipe ${what}, and file its certificate`,
      together: (count) => `Wipe ${count} retired devices, and file their certificates`,
      detail: "Retired without a record under Disposals",
      doneIn: "disposals",
      of: "ended",
      from: { ended: 0 },
      ahead: 1,
      unless: [
        {
          register: "disposals",
          by: "deviceIds",
          has: ["certificate"],
          notBefore: { day: "disposedOn", of: "retiredOn" },
        },
        { register: "disposals", by: "deviceIds", where: { method: "mistake" } },
      ],
      due: ({ endedAt }) => endedAt && endOfDay(endedAt.toISOString().slice(0, 10)),
    },
  ],
  derived: {
    holderSays: {
      label: "Holder says",
      said: true,
      hint: "The person a device is assigned to says on their own page whether they have it, and again after a year. Nobody is asked about devices that a connected system reports.",
      of: (_, _today, now, { holder }, id = "") => {
        const said = holder(id);
        if (!said) return undefined;
        return said.reportedBy === null ? holderWords(said, now) : `Not asked: ${said.reportedBy} reports it`;
      },
    },
  },
  beside: { holders: true },
  states: { open: "In use", ended: "Retired" },
  endReasons: ["Retired", "Sold or returned", "Lost or stolen", "Entered by mistake"],
  rights: { read: everyone, write: contributors, confirm: contributors },
  confirms: ["name", "kind", "serial", "since", "retiredOn"],
  confirmedForDays: 92,
  views: [
    { key: "used", label: "In use", state: "open", sort: "name" },
    { key: "retired", label: "Retired", state: "ended", sort: "changed" },
  ],
  columns: ["kind", "holderId", "holderSays", "serial", "since"],
  csv: ["name", "kind", "serial", "holderId", "systemId", "personallyOwned", "since", "retiredOn"],
  csvKey: "serial",
  checks: ["retention.device-wipe", "inventory.devices-assigned"],
  documents: ["inventory.device-record"],
};
