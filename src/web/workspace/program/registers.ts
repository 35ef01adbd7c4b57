import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { dayOfRecord } from "#web/design/dates.ts";

export type Register = z.output<typeof contract.registers.list.output>[number];
export type RegisterField = Register["fields"][number];
export type RegisterRecord = z.output<typeof contract.registers.records.output>["records"][number];
export type RecordDetails = z.output<typeof contract.registers.get.output>;
export type FieldValue = RegisterRecord["fields"][string];
export type Link = RegisterRecord["links"][number];
export type GivenFields = z.input<typeof contract.registers.add.input>["fields"];

export const addressOfRegister = (key: string) => `/dashboard/program/${key}`;

/** What a register is called inside a sentence: `people`. */
export const plural = ({ label }: Pick<Register, "label">) => label.charAt(0).toLowerCase() + label.slice(1);

/** `1 person`, `14 people`. */
export function countedRecords(register: Pick<Register, "label" | "singular">, count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? register.singular : plural(register)}`;
}

/** Records that have not ended: those are what a confirmation counts. */
export const current = ({ counts }: Pick<Register, "counts">) => counts.open + counts.waiting;

/** `12 active, 1 waiting for approval, 2 ended`; nothing of what there is none. */
export function standing({ counts, states }: Pick<Register, "counts" | "states">): string {
  const said = states.flatMap(({ key, label }) =>
    counts[key] > 0 ? [`${counts[key].toLocaleString("en-US")} ${label.toLowerCase()}`] : [],
  );
  return said.join(", ") || "None yet";
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

/** What a register asks for next; `done` while it asks for nothing. */
export interface NextStep {
  readonly kind: "begin" | "approve" | "confirm" | "done";
  readonly words: string;
}

/** What a register asks for next, in the order in which it is done. */
export function nextOf(register: Register): NextStep {
  const { counts, confirmation } = register;
  const count = current(register);
  if (counts.waiting > 0)
    return {
      kind: "approve",
      words: `${counts.waiting.toLocaleString("en-US")} ${counts.waiting === 1 ? "waits" : "wait"} for approval`,
    };
  if (count === 0 && confirmation === null)
    return { kind: "begin", words: `Add ${plural(register)}, or say that there are none` };
  if (confirmation === null) return { kind: "confirm", words: `Confirm that ${theseRecords(register)} complete` };
  if (confirmation.state === "ended") return { kind: "confirm", words: "Confirm again that it is complete" };
  if (confirmation.count !== count)
    return {
      kind: "confirm",
      words: `Confirm again: ${confirmation.count.toLocaleString("en-US")} then, ${count.toLocaleString("en-US")} now`,
    };
  return { kind: "done", words: `Next ${dayOfRecord(confirmation.until)}` };
}

/** `these 14 people are`, `this person is`. */
export function theseRecords(register: Pick<Register, "label" | "singular" | "counts">): string {
  const count = current(register);
  if (count === 1) return `this ${register.singular} is`;
  return `these ${countedRecords(register, count)} are`;
}

/** Where each value comes from, in words for people who fill it in. */
export const originWords: Record<RegisterField["origin"], { readonly word: string; readonly why: string }> = {
  "done here": { word: "Done here", why: "An act in Exhibit." },
  collected: { word: "Collected", why: "Read by a connection. Nobody can type it." },
  filed: { word: "Filed", why: "Read from an exhibit." },
  tested: { word: "Tested", why: "A person tested it." },
  stated: { word: "Stated", why: "Somebody typed it. It passes a check only where a declaration is enough." },
};

/** Fields that people fill in; the others are Exhibit's own. */
export const isTyped = ({ origin }: Pick<RegisterField, "origin">) => origin !== "collected" && origin !== "done here";

/** What a link of this field leads to; undefined for a field without links. */
export function linkTypeOf({ type, of }: Pick<RegisterField, "type" | "of">): Link["type"] | undefined {
  const kind = type === "list" ? of : type;
  return kind === "person" || kind === "system" || kind === "control" || kind === "exhibit" ? kind : undefined;
}

const sortable = new Set<RegisterField["type"]>(["text", "date", "instant", "choice", "number", "control", "exhibit"]);
/** Whether the API puts records in the order of this field. */
export const isSortable = ({ type }: Pick<RegisterField, "type">) => sortable.has(type);
