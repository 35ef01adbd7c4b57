import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { isLinkType } from "#domain/registers/register.ts";
import { askedOf } from "#domain/registers/next-of-register.ts";
import type { NextOfRegister } from "#domain/registers/next-of-register.ts";
import { dayOfRecord } from "#web/design/dates.ts";
import { lastDayOf } from "./policies/last-day.ts";

export { countedRecords, current, plural, theseRecords } from "#domain/registers/next-of-register.ts";

export type Register = z.output<typeof contract.registers.list.output>[number];
export type RegisterField = Register["fields"][number];
export type RecordPage = z.output<typeof contract.registers.records.output>;
export type RegisterRecord = RecordPage["records"][number];
export type RecordDetails = z.output<typeof contract.registers.get.output>;
export type FieldValue = RegisterRecord["fields"][string];
export type Link = RegisterRecord["links"][number];
export type GivenFields = z.input<typeof contract.registers.add.input>["fields"];

export const addressOfRegister = (key: string) => `/dashboard/program/${key}`;

/** Where a matter's record of a register opens; `record=` and its id come behind. */
export const addressInMatter = (matterId: string, key: string) => `/dashboard/matters/${matterId}?register=${key}&`;

/** `12 active, 1 waiting for approval, 2 ended`; nothing of what there is none. */
export function standing({ counts, states }: Pick<Register, "counts" | "states">): string {
  const said = states.flatMap(({ key, label }) =>
    counts[key] > 0 ? [`${counts[key].toLocaleString("en-US")} ${label.toLowerCase()}`] : [],
  );
  return said.join(", ") || "None yet";
}

/** How a record stands: what its state is called, or since when its last day is over, as long as nobody has ended it. */
export function stateOf(
  { states, lastDay }: Pick<Register, "states" | "lastDay">,
  { state, fields }: Pick<RegisterRecord, "state" | "fields">,
  now: Date,
): { readonly word: string; readonly isOver: boolean } {
  const end = lastDay && state === "open" ? String(fields[lastDay.field]) : "";
  if (lastDay && Date.parse(end) <= now.getTime()) return { word: `${lastDay.over} ${lastDayOf(end)}`, isOver: true };
  return { word: states.find(({ key }) => key === state)?.label ?? state, isOver: false };
}

/** The registers under one tab, in their order. */
export interface RegisterGroup {
  readonly label: string;
  readonly registers: readonly Register[];
}

/** The tabs: each group with its registers. */
export function groupsOf(registers: readonly Register[]): readonly RegisterGroup[] {
  const labels = [...new Set(registers.map(({ group }) => group))];
  return labels.map((label) => ({ label, registers: registers.filter(({ group }) => group === label) }));
}

/** What a register asks for next, in the order in which it is done; `done` with when it is asked for again. */
export function nextOf(register: Register): NextOfRegister {
  const until = register.confirmation?.until;
  return askedOf(register) ?? { kind: "done", words: until === undefined ? "" : `Next ${dayOfRecord(until)}` };
}

/** The view that a register opens on: its first that lists something, so that nobody begins at an empty list of what waits. */
export function opensOn<View extends Pick<Register["views"][number], "state">>(
  views: readonly View[],
  { counts }: Pick<Register, "counts">,
): View {
  return views.find(({ state }) => state !== "all" && counts[state] > 0) ?? views[0]!;
}

/** Where each value comes from, in words for people who fill it in. */
export const originWords: Record<RegisterField["origin"], { readonly word: string; readonly why: string }> = {
  "done here": { word: "Done here", why: "An act in Exhibit." },
  collected: { word: "Collected", why: "Read by a connection. Nobody can type it." },
  filed: { word: "Filed", why: "Read from an exhibit." },
  stated: { word: "Stated", why: "Somebody typed it. It passes a check only where a declaration is enough." },
  derived: { word: "Computed", why: "Exhibit computes it from other fields." },
  said: { word: "Stated", why: "Its holder says it on their own page. It passes no check by itself." },
};

const ownOrigins = new Set<RegisterField["origin"]>(["collected", "done here", "derived", "said"]);

/** How a value is shown of which something is missing, late or soon over; what is good stands as it is. */
export const findingOfMark = {
  soon: "needs evidence",
  late: "failing",
  missing: "failing",
} as const satisfies Partial<Record<RegisterRecord["marks"][string], string>>;

/** Fields that people fill in; the others are Exhibit's own. */
export const isTyped = ({ origin }: Pick<RegisterField, "origin">) => !ownOrigins.has(origin);

/** What a link of this field leads to; undefined for a field without links. */
export function linkTypeOf({ type, of }: Pick<RegisterField, "type" | "of">): Link["type"] | undefined {
  const kind = type === "list" ? (of ?? "text") : type;
  return isLinkType(kind) ? kind : undefined;
}

/** The register that a field's links lead into; undefined where they lead elsewhere. */
export function registerOf(field: Pick<RegisterField, "type" | "of" | "to">): string | undefined {
  return linkTypeOf(field) === "person" ? "people" : (field.to ?? undefined);
}

const sortable = new Set<RegisterField["type"]>([
  "text",
  "date",
  "instant",
  "choice",
  "number",
  "scale",
  "url",
  "control",
  "exhibit",
]);
/** Whether the API puts records in the order of this field; what names a record always has one. */
export const isSortable = ({ type, origin, key }: Pick<RegisterField, "type" | "origin" | "key">, title?: string) =>
  origin !== "derived" && origin !== "said" && (sortable.has(type) || key === title);
