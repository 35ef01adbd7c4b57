import type { RecordState } from "./register.ts";

/** A register as it stands: how many records it has, and who confirmed that they are all. */
export interface StandingRegister {
  readonly label: string;
  /** One of its records, in a sentence. */
  readonly singular: string;
  readonly counts: Readonly<Record<RecordState, number>>;
  readonly confirmation: {
    readonly count: number;
    readonly until: string;
    readonly state: "confirmed" | "changed" | "ended";
    /** Records of which something that was confirmed is otherwise now. */
    readonly changed: number;
  } | null;
}

/** What a register asks for next; `done` while it asks for nothing. */
export interface NextOfRegister {
  readonly kind: "begin" | "approve" | "confirm" | "done";
  readonly words: string;
}

/** What a register is called inside a sentence: `people`. */
export const plural = ({ label }: Pick<StandingRegister, "label">) => label.charAt(0).toLowerCase() + label.slice(1);

/** Records that have not ended: those are what a confirmation counts. */
export const current = ({ counts }: Pick<StandingRegister, "counts">) => counts.open + counts.waiting;

const grouped = (count: number) => count.toLocaleString("en-US");

/** What several of a register's records are called; of one whose name is no plural, such as a log, records. */
const several = (register: Pick<StandingRegister, "label">) =>
  /(s|people)$/i.test(register.label) ? plural(register) : "records";

/** `1 person`, `14 people`, `4 records`. */
export function countedRecords(register: Pick<StandingRegister, "label" | "singular">, count: number): string {
  return `${grouped(count)} ${count === 1 ? register.singular : several(register)}`;
}

/** `these 14 people are`, `this person is`. */
export function theseRecords(register: Pick<StandingRegister, "label" | "singular" | "counts">): string {
  const count = current(register);
  return count === 1 ? `this ${register.singular} is` : `these ${countedRecords(register, count)} are`;
}

/** What a register asks for next, in the order in which it is done; undefined while it asks for nothing. */
export function askedOf(register: StandingRegister): NextOfRegister | undefined {
  const { counts, confirmation } = register;
  const count = current(register);
  if (counts.waiting > 0)
    return {
      kind: "approve",
      words: `${grouped(counts.waiting)} ${counts.waiting === 1 ? "waits" : "wait"} for approval`,
    };
  if (count === 0 && confirmation === null)
    return { kind: "begin", words: `Add ${plural(register)}, or say that there are none` };
  if (confirmation === null) return { kind: "confirm", words: `Confirm that ${theseRecords(register)} complete` };
  if (confirmation.state === "ended") return { kind: "confirm", words: "Confirm again that it is complete" };
  if (confirmation.state === "changed")
    return {
      kind: "confirm",
      words: `Confirm again: ${confirmation.changed === 1 ? "1 record was" : `${grouped(confirmation.changed)} records were`} changed`,
    };
  if (confirmation.count !== count)
    return { kind: "confirm", words: `Confirm again: ${grouped(confirmation.count)} then, ${grouped(count)} now` };
  return undefined;
}
