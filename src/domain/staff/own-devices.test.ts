import { expect, test } from "vitest";
import { deviceProblems, ownDevices } from "./own-devices.ts";
import type { FoundDevice } from "./own-devices.ts";

const now = new Date("2026-11-29T12:00:00Z");
const good = { encrypted: true, compliant: true, managed: true, lastSyncOn: "2026-11-28" };
const seen = (facts: object = {}) => ({ source: "Microsoft 365 acme", at: now, facts: { ...good, ...facts } });
const device = (more: Partial<FoundDevice>): FoundDevice => ({
  number: null,
  name: "Laptop",
  serial: null,
  seen: null,
  ...more,
});

test("a device is told once, with its record and with what was read of it", () => {
  const record = device({ number: 1, serial: "ABC" });
  const unrelated = device({ number: 2, name: "Phone" });
  const read = device({ name: "dan-laptop", serial: " abc", seen: seen() });
  const other = device({ name: "dan-tablet", serial: "XYZ", seen: seen() });
  expect(ownDevices([record, unrelated, read, other])).toEqual([{ ...record, seen: read.seen }, unrelated, other]);
  // Without a serial number its name is asked; another serial number is another device, whatever the name.
  const named = device({ name: "phone", serial: "P1", seen: seen() });
  expect(ownDevices([unrelated, named])).toEqual([{ ...unrelated, seen: named.seen }]);
  const twin = device({ serial: "DEF", seen: seen() });
  expect(ownDevices([record, twin])).toEqual([record, twin]);
});

test("what is wrong with a device is one sentence each, and what was not read is never fine", () => {
  const of = (facts: object) => deviceProblems({ seen: seen(facts) }, now);
  expect(of({})).toEqual([]);
  expect(deviceProblems({ seen: null }, now)).toEqual(["No device management says how it is."]);
  expect(of({ encrypted: false, compliant: false, managed: false })).toEqual([
    "It is not encrypted.",
    "It does not keep the company's rules.",
    "It is not managed.",
  ]);
  expect(of({ lastSyncOn: "2026-10-20" })).toEqual([
    "Nothing was heard of it since 2026-10-20. Switch it on and connect it.",
  ]);
  expect(of({ encrypted: null, compliant: null, lastSyncOn: null })).toEqual([
    "Not read: whether it is encrypted, whether it keeps the company's rules, when it was last heard of.",
  ]);
});
