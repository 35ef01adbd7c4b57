import { getCheck, getFramework, openFrameworks } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { sayBasis, sayProgress } from "#domain/basis-words.ts";
import { calendarDate } from "#domain/calendar-date.ts";
import type { BundledItems } from "../bundled-items.ts";
import type { BundledControl } from "../collect.ts";
import type { RecordedActs } from "../recorded-acts.ts";
import type { Block, Chapter, Section } from "./report-model.ts";
import { exhibitTable, moment, plain } from "./report-words.ts";

interface Reading {
  /** Undefined for a report against all frameworks. */
  readonly framework: FrameworkKey | undefined;
  readonly at: Date;
  readonly reviews: RecordedActs["reviews"];
}

/** One control: statement, finding with its basis, checks with what they want and what they saw, documents, exhibits, limits. */
export function chapterOf(
  control: BundledControl,
  number: number,
  items: ReturnType<BundledItems["ofControl"]>,
  { framework, at, reviews }: Reading,
): Chapter {
  const checks = checksOf(control);
  const limits = limitsOf(control, framework);
  const parts: { readonly title: string; readonly blocks: readonly Block[] }[] = [
    {
      title: "Control",
      blocks: [
        { kind: "statement", text: control.statement },
        { kind: "record", text: requirementsOf(control, framework) },
      ],
    },
    { title: "Finding", blocks: findingOf(control) },
    ...(checks ? [{ title: "Checks", blocks: [checks] }] : []),
    ...(control.documents.length > 0 ? [{ title: "Expected documents", blocks: [documentsOf(control, reviews)] }] : []),
    { title: "Exhibits", blocks: exhibitsOf(items) },
    ...(limits.length > 0 ? [{ title: "Limits", blocks: [{ kind: "list" as const, items: limits }] }] : []),
  ];
  return {
    number: String(number),
    controlId: control.id,
    title: control.title,
    finding: control.status,
    date: calendarDate(at),
    sections: parts.map((part, index): Section => ({ number: `${number}.${index + 1}`, ...part })),
  };
}

function requirementsOf(control: BundledControl, framework: FrameworkKey | undefined): string {
  const shown = framework ? [framework] : openFrameworks.map(({ key }) => key);
  const parts = shown.flatMap((key) => {
    const ids = control.requirements[key] ?? [];
    return ids.length === 0 ? [] : [`${getFramework(key).name} ${ids.join(" ")}`];
  });
  return parts.join("; ") || "No requirement of this framework.";
}

/** The result with how much decided it and by what; and where it does not pass, all that is missing. */
function findingOf({ reason, status, progress, basis, missing }: BundledControl): Block[] {
  const decided = [sayProgress(progress), sayBasis(basis)].filter(Boolean).join(": ");
  return [
    { kind: "result", text: plain(reason), finding: status },
    { kind: "note", text: `${decided}.` },
    ...(missing.length > 1 ? [{ kind: "list" as const, items: missing.map(plain) }] : []),
  ];
}

function documentsOf(control: BundledControl, reviews: Reading["reviews"]): Block {
  return {
    kind: "table",
    label: `Expected documents of ${control.title}`,
    columns: [
      { head: "Document", share: 50 },
      { head: "Exhibit", share: 16 },
      { head: "State", share: 18 },
      { head: "Valid until", share: 16 },
    ],
    rows: control.documents.map((document, index) => ({
      number: String.fromCharCode(97 + (index % 26)),
      cells: [
        {
          text: document.title,
          ...(document.note === "" ? {} : { note: plain(document.note) }),
          ...reviewOf(reviews.get(`${document.id} ${document.exhibit ?? ""}`)),
        },
        { text: document.exhibit ?? "none", record: true },
        { text: document.state },
        { text: document.until === null ? "" : lastDay(document.until) },
      ],
    })),
  };
}

/** Who stands behind a document; a company of one reviews its own, and says so. */
function reviewOf(review: ReturnType<Reading["reviews"]["get"]>): { note: string } | undefined {
  if (!review) return undefined;
  const { filedBy, reviewedBy, own } = review;
  if (own) return { note: `Filed and reviewed by ${plain(filedBy)}, because nobody else may review it` };
  return { note: `Filed by ${plain(filedBy)}, reviewed by ${plain(reviewedBy)}` };
}

/** What counts until midnight counts on the day before. */
const lastDay = (until: string) => calendarDate(new Date(Date.parse(until) - 1));

function checksOf(control: BundledControl): Block | undefined {
  if (control.checks.length === 0) return undefined;
  return {
    kind: "table",
    label: `Checks of ${control.title}`,
    columns: [
      { head: "Check", share: 24 },
      { head: "Expected", share: 29 },
      { head: "Found", share: 29 },
      { head: "Outcome", share: 18 },
    ],
    rows: control.checks.map((check, index) => ({
      number: String.fromCharCode(97 + (index % 26)),
      cells: [
        { text: check.title, note: `${plain(check.source)}, ${check.exhibit}` },
        { text: getCheck(check.id).predicate },
        { text: plain(check.reason), note: `${moment(check.observedAt)} UTC` },
        { text: check.outcome },
      ],
    })),
  };
}

/** The newest of them; all stand in the list at the end. */
function exhibitsOf({ exhibits, newest }: ReturnType<BundledItems["ofControl"]>): Block[] {
  if (exhibits.length === 0)
    return [{ kind: "note", text: "No exhibit is filed under this control within this report." }];
  const table = exhibitTable("Exhibits of the control", newest.toReversed());
  if (exhibits.length <= newest.length) return [table];
  const text = `The newest ${newest.length} of ${exhibits.length.toLocaleString("en-US")}. All of them are in the list of exhibits, and by control in controls.json.`;
  return [table, { kind: "note", text }];
}

function limitsOf(control: BundledControl, framework: FrameworkKey | undefined): string[] {
  return control.limits
    .filter((limit) => framework === undefined || limit.framework === framework)
    .map((limit) => `${getFramework(limit.framework as FrameworkKey).name}: ${limit.note}`);
}
