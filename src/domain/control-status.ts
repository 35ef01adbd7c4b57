import { asSentence } from "./as-sentence.ts";
import { calendarDate } from "./calendar-date.ts";
import type { DocumentBasis } from "./documents/document-standing.ts";
import type { DocumentState } from "./documents/document-state.ts";
import type { CheckOutcome } from "./verdict.ts";

export type ControlStatus = "passing" | "failing" | "needs evidence" | "not applicable";

/**
 * What decided a check. `machine`: an observation or a report that can be judged again. `register`: records that Exhibit keeps, which can
 * be judged again, too, be it that an approved record left out something of what a machine saw. `person`: somebody's signed test, which cannot.
 */
export type Basis = "machine" | "register" | "person";

/** A check of a control, as its parts and people's tests decided it at the moment of judgement. */
export interface CheckInControl {
  readonly checkId: string;
  readonly title: string;
  readonly outcome: CheckOutcome;
  /** One or two sentences. */
  readonly reason: string;
  /** Null where nothing was read: it is undecided, or does not apply by recorded decisions alone. */
  readonly basis: Basis | null;
  /** Whether something that was read holds it back; false where it is undecided only because nothing was read. */
  readonly held: boolean;
  /** Until when the outcome lasts if nothing happens; null where time alone does not change it. */
  readonly endsAt: Date | null;
  /** The number of the item that it rests on, and when that was observed. */
  readonly number: number | null;
  readonly observedAt: Date | null;
}

/** An expected document of a control, as it stands at the moment of judgement. */
export interface DocumentInControl {
  readonly documentId: string;
  readonly title: string;
  readonly type: string;
  readonly state: DocumentState["state"];
  /** Why it was sent back, what stands between it and being on file, or by which approvals of a policy it is; empty otherwise. */
  readonly reason: string;
  /** Whether that is because whoever filed it reviewed it; absent where it is not. */
  readonly alone?: boolean;
  /** Until when it is on file or does not apply, or since when its time is over; null otherwise. */
  readonly endsAt: Date | null;
  /** The number of the item that was filed as it, or from which its policy was read, and when that happened. */
  readonly number: number | null;
  readonly filedAt: Date | null;
  /** What put it on file; null in any other state. */
  readonly by: DocumentBasis | null;
}

/** Everything that decides a control at one moment. */
export interface ControlFacts {
  /** An admin's latest decision about this control, if there is one. */
  readonly applicability?: { readonly applicable: boolean; readonly reason: string } | null | undefined;
  /** All checks that the company is asked. */
  readonly checks: readonly CheckInControl[];
  /** All documents that are expected of the company. */
  readonly documents: readonly DocumentInControl[];
}

/** How many of a control's checks and documents are decided, of those that are asked. */
export interface Progress {
  readonly decided: number;
  readonly asked: number;
}

/** What decided what is decided. The five add up to what is decided. */
export interface BasisCounts extends Readonly<Record<Basis, number>> {
  /** Documents on file that a person reviewed. */
  readonly documents: number;
  /** What does not apply by a recorded decision. */
  readonly notApplicable: number;
}

export interface ControlVerdict {
  readonly status: ControlStatus;
  /** One to three sentences. */
  readonly reason: string;
  readonly progress: Progress;
  readonly basis: BasisCounts;
}

/**
 * A control's status. In this order: an admin decided that it does not apply; a check fails; every check passes or does not apply, every
 * expected document is on file and reviewed or does not apply, and at least one of them is there, which passes; otherwise it needs
 * evidence. An item that is filed under a control and as none of its documents decides nothing. Pure, and the same wherever a status is
 * shown.
 */
export function controlStatus(facts: ControlFacts): ControlVerdict {
  const { applicability } = facts;
  const checks = inOrder(facts.checks);
  const about = { progress: progressOf(facts), basis: basisOf(facts) };
  if (applicability?.applicable === false) {
    const reason = asSentence(`Declared not applicable: ${applicability.reason.trim()}`);
    return { status: "not applicable", reason, ...about };
  }
  const failing = checks.filter(({ outcome }) => outcome === "fail");
  if (failing.length > 0) return { status: "failing", reason: sayFailing(failing), ...about };
  const { decided, asked } = about.progress;
  if (decided < asked) {
    const reason = `${decided} of ${asked} decided. ${sayMissing(missingOf(facts)[0]!)}`;
    return { status: "needs evidence", reason, ...about };
  }
  if (checks.every(({ outcome }) => outcome !== "pass") && facts.documents.every(({ state }) => state !== "on file"))
    return { status: "needs evidence", reason: NOTHING_APPLIES, ...about };
  return { status: "passing", reason: sayPassing(facts), ...about };
}

const NOTHING_APPLIES = "Nothing that this control asks for applies to you. Declare the control not applicable.";

/** Something that stands between a control and passing. */
export type Missing =
  | { readonly kind: "check"; readonly check: CheckInControl }
  | { readonly kind: "document"; readonly document: DocumentInControl };

/**
 * What stands between a control and passing, the most pressing first: checks that fail, what was read and holds back, documents that
 * were sent back, wait or are too old, documents that nobody filed, checks that nothing has read.
 */
export function missingOf({ checks, documents }: ControlFacts): Missing[] {
  const sorted = inOrder(checks);
  const ofChecks = (which: (check: CheckInControl) => boolean) =>
    sorted.filter(which).map((check): Missing => ({ kind: "check", check }));
  const ofDocuments = (...states: DocumentInControl["state"][]) =>
    documents
      .filter(({ state }) => states.includes(state))
      .map((document): Missing => ({ kind: "document", document }));
  return [
    ...ofChecks(({ outcome }) => outcome === "fail"),
    ...ofChecks(({ outcome, held }) => outcome === "unknown" && held),
    ...ofDocuments("returned", "waiting", "expired"),
    ...ofDocuments("missing"),
    ...ofChecks(({ outcome, held }) => outcome === "unknown" && !held),
  ];
}

/** One sentence about what is missing: "Access control policy is not on file." */
export function sayMissing(missing: Missing): string {
  if (missing.kind === "check") {
    const { title, reason: why } = missing.check;
    // What is missing says of each check that it is not decided. How far it is stands before the colon, which comes once.
    const [, parts, rest] = /^(\d+ of \d+ parts decided): (.+)$/s.exec(why) ?? [];
    if (parts !== undefined) return asSentence(`${title}, ${parts}: ${rest}`);
    return asSentence(`${title}: ${why.replace(/^not decided: /i, "")}`);
  }
  const { title, state, reason, alone, endsAt } = missing.document;
  if (state === "waiting")
    return alone === true ? asSentence(`${title}: ${reason}`) : `${title} is waiting for a review.`;
  if (state === "returned") return asSentence(`${title} was returned: ${reason}`);
  if (state === "expired") return `${title} expired${endsAt ? ` on ${lastDay(endsAt)}` : ""}.`;
  return reason === "" ? `${title} is not on file.` : asSentence(`${title}: ${reason}`);
}

/** When a status ends if nothing happens, and the number of the item whose time is up then. */
export interface StatusEnd {
  readonly at: Date;
  readonly number: number | null;
  /** When that was observed or filed. */
  readonly from: Date | null;
}

/**
 * When what `controlStatus` says of these facts ends by itself: a passing control falls with the first check, document or decision whose
 * time is over; a failing one stops failing with its last failing result. Null for a status that time alone does not change. Takes the
 * verdict about the same facts from who has it already.
 */
export function statusEnd(facts: ControlFacts, { status }: ControlVerdict = controlStatus(facts)): StatusEnd | null {
  if (status !== "failing" && status !== "passing") return null;
  const ends = [
    ...facts.checks.map(({ outcome, endsAt, number, observedAt }) => ({
      outcome,
      at: endsAt,
      number,
      from: observedAt,
    })),
    ...facts.documents.map(({ endsAt, number, filedAt }) => ({ outcome: "pass", at: endsAt, number, from: filedAt })),
  ]
    .filter(({ outcome }) => status === "passing" || outcome === "fail")
    .flatMap(({ at, number, from }) => (at ? [{ at, number, from }] : []))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.number ?? 0) - (b.number ?? 0));
  return ends.at(status === "failing" ? -1 : 0) ?? null;
}

function progressOf({ checks, documents }: ControlFacts): Progress {
  const decided =
    checks.filter(({ outcome }) => outcome !== "unknown").length +
    documents.filter(({ state }) => state === "on file" || state === "not applicable").length;
  return { decided, asked: checks.length + documents.length };
}

function basisOf({ checks, documents }: ControlFacts): BasisCounts {
  const decided = checks.filter(({ outcome }) => outcome !== "unknown");
  const by = (basis: Basis | null) => decided.filter((check) => check.basis === basis).length;
  return {
    machine: by("machine"),
    register: by("register"),
    person: by("person"),
    documents: documents.filter(({ state }) => state === "on file").length,
    notApplicable: by(null) + documents.filter(({ state }) => state === "not applicable").length,
  };
}

function sayFailing(failing: readonly CheckInControl[]): string {
  const [first] = failing;
  const others = failing.length > 1 ? `${failing.length} checks fail, first ` : "";
  return asSentence(`${others}${first!.title}: ${first!.reason}`);
}

function sayPassing(facts: ControlFacts): string {
  const checks = facts.checks.filter(({ outcome }) => outcome === "pass").length;
  const documents = facts.documents.filter(({ state }) => state === "on file").length;
  const alone = facts.documents.filter((document) => document.state === "on file" && document.alone === true);
  const said = [
    checks > 0 && (checks === 1 ? "1 check passes" : `${checks} checks pass`),
    documents > 0 && (documents === 1 ? "1 document is on file" : `${documents} documents are on file`),
  ];
  const ends = [...facts.checks, ...facts.documents].flatMap(({ endsAt }) => endsAt?.getTime() ?? []);
  const until = ends.length > 0 ? `, valid until ${calendarDate(new Date(Math.min(...ends)))}` : "";
  const own =
    alone.length > 0 ? ` ${alone.length} reviewed by the person who filed it, because nobody else could.` : "";
  return `${said.filter(Boolean).join(" and ")}${until}.${own}`;
}

/** Of a time that ends with a day the day itself: what counts until midnight of the next one. */
const lastDay = (end: Date) => calendarDate(new Date(end.getTime() - 1));

function inOrder(checks: readonly CheckInControl[]): CheckInControl[] {
  return checks.toSorted((a, b) => (a.checkId < b.checkId ? -1 : a.checkId > b.checkId ? 1 : 0));
}
