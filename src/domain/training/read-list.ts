/** Somebody whom a list of another provider may name. */
export interface ListedPerson {
  readonly id: string;
  readonly number: number;
  /** In lower case. */
  readonly email: string | null;
  /** Whether they have left: what a list says of them is left out. */
  readonly ended: boolean;
}

/** A row, counted as a spreadsheet does: the header is row 1. */
interface Row {
  readonly row: number;
}

/** A list of another provider: who completed the course, which rows say that somebody did not, and which are wrong. */
export interface ReadCompletions {
  readonly taken: readonly (Row & { readonly personId: string; readonly number: number; readonly at: Date })[];
  readonly left: readonly (Row & { readonly message: string })[];
  readonly problems: readonly (Row & { readonly message: string })[];
}

const named = (...names: readonly string[]): ReadonlySet<string> => new Set(names);
// Whole names, as files of KnowBe4, Curricula, Hoxhunt, Proofpoint, Moodle, Vanta and Drata have them, and our own.
const emails = named(
  "email",
  "e mail",
  "email address",
  "e mail address",
  "work email",
  "work e mail",
  "user email",
  "learner email",
  "employee email",
  "person email",
);
const numbers = named("number", "person", "person number");
const days = named(
  "completed",
  "completed at",
  "completed on",
  "completed date",
  "completion",
  "completion date",
  "completion time",
  "course completed",
  "date completed",
  "date of completion",
  "date passed",
  "passed on",
  "training completion date",
);
const states = named(
  "assignment status",
  "completion status",
  "course status",
  "enrollment status",
  "outcome",
  "passed",
  "result",
  "status",
  "training status",
);
const finished = named("complete", "completed", "done", "finished", "pass", "passed", "successful", "true", "yes");
const unfinished = named(
  "assigned",
  "canceled",
  "cancelled",
  "enrolled",
  "expired",
  "fail",
  "failed",
  "false",
  "in progress",
  "incomplete",
  "invited",
  "no",
  "not completed",
  "not passed",
  "not started",
  "overdue",
  "past due",
  "pending",
  "started",
  "unsuccessful",
);

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
const aDay = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?$/;

/** The day of a cell, at 00:00 UTC; undefined where it is not written as one of the calendar. */
function dayOf(cell: string): Date | undefined {
  const [, day] = aDay.exec(cell) ?? [];
  const at = new Date(`${day ?? ""}T00:00:00Z`);
  return day !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? at : undefined;
}

interface Columns {
  readonly who: number;
  readonly when: number;
  readonly states: readonly number[];
}

/** Which columns say who, when and whether; what is wrong with the header as a text. Of two that could be meant, none is guessed. */
function columnsOf(header: readonly string[]): Columns | string {
  const all = (names: ReadonlySet<string>) => header.flatMap((name, at) => (names.has(plain(name)) ? [at] : []));
  const [byEmail, byNumber, when] = [all(emails), all(numbers), all(days)];
  const who = byEmail.length > 0 ? byEmail : byNumber;
  const titles = (columns: readonly number[]) =>
    columns.map((at) => `“${header[at]!.trim().slice(0, 60)}”`).join(" and ");
  if (who.length === 0) return "The header needs a column “Email” or “Number”.";
  if (when.length === 0) return "The header needs a column “Completion Date”, “Completed At” or “Date Completed”.";
  if (who.length > 1) return `Both ${titles(who)} could name the person. Leave one of them.`;
  if (when.length > 1) return `Both ${titles(when)} could be the day of completion. Leave one of them.`;
  return { who: who[0]!, when: when[0]!, states: all(states) };
}

/** Reads a list, its header first, against the people of a company. Nothing is guessed: what is not understood is a problem. */
export function readCompletions(
  [header = [], ...rows]: readonly (readonly string[])[],
  people: readonly ListedPerson[],
  now: Date,
): ReadCompletions {
  const columns = columnsOf(header);
  if (typeof columns === "string") return { taken: [], left: [], problems: [{ row: 1, message: columns }] };
  const byName = Map.groupBy(
    people.flatMap((person) =>
      [`per-${person.number}`, ...(person.email ? [person.email] : [])].map((key) => ({ key, person })),
    ),
    ({ key }) => key,
  );
  const taken: { row: number; personId: string; number: number; at: Date }[] = [];
  const left: { row: number; message: string }[] = [];
  const problems: { row: number; message: string }[] = [];
  const seen = new Set<string>();
  for (const [index, cells] of rows.entries()) {
    const row = index + 2;
    const found = (byName.get((cells[columns.who] ?? "").trim().toLowerCase()) ?? []).map(({ person }) => person);
    const active = found.filter(({ ended }) => !ended);
    const [day, said] = [(cells[columns.when] ?? "").trim(), columns.states.map((at) => (cells[at] ?? "").trim())];
    const strange = said.find((state) => state !== "" && !finished.has(plain(state)) && !unfinished.has(plain(state)));
    if (strange !== undefined)
      problems.push({ row, message: `“${strange.slice(0, 60)}” does not say whether the course was completed.` });
    else if (said.some((state) => !finished.has(plain(state)))) left.push({ row, message: "Not completed." });
    else if (day === "" && said.length === 0) left.push({ row, message: "No day of completion." });
    else if (found.length === 0) problems.push({ row, message: "Nobody in People has this email address or number." });
    else if (active.length === 0) left.push({ row, message: "This person has left." });
    else if (active.length > 1)
      problems.push({ row, message: "Several people have this email address. Use their number." });
    else {
      const [{ id: personId, number }] = active as [ListedPerson];
      const at = dayOf(day);
      if (!at) problems.push({ row, message: "The day is not written as 2026-01-31." });
      else if (at > now) problems.push({ row, message: "This day is in the future." });
      else if (seen.has(personId)) problems.push({ row, message: "This person is in the file twice." });
      else {
        seen.add(personId);
        taken.push({ row, personId, number, at });
      }
    }
  }
  return { taken, left, problems };
}
