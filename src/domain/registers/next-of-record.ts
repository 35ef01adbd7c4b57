import { calendarDate } from "../calendar-date.ts";
import { daysAfter } from "../calendar-day.ts";
import type { CellMark } from "./cell-mark.ts";
import type { RecordFields, RecordState, Register } from "./register.ts";

/** What a record waits for next. */
interface NextOfRecord {
  readonly kind: "evidence" | "approve" | "missing" | "late" | "soon" | "due";
  /** A sentence. */
  readonly words: string;
}

/** So many days before something ends it is said. */
const SOON_DAYS = 30;

/** How a day stands on another: over, within the next 30 days, or later. */
export function markOfDay(day: string, today: string): CellMark {
  if (day < today) return "late";
  return day <= daysAfter(today, SOON_DAYS) ? "soon" : "good";
}

/** The files that a record needs and does not cite: those that show a day or an instant that it says. */
function missingFiles({ fields: declared }: Pick<Register, "fields">, fields: RecordFields): readonly string[] {
  return Object.entries(declared).flatMap(([name, { type, proves = [], spare }]) =>
    type === "exhibit" &&
    !spare?.(fields) &&
    fields[name] === undefined &&
    proves.some((day) => fields[day] !== undefined)
      ? [name]
      : [],
  );
}

/** What is missing, late or soon over in a record, by field, derived ones among them: with what is said of those. */
export function marksOf(
  register: Pick<Register, "fields" | "derived" | "due">,
  fields: RecordFields,
  said: Readonly<Record<string, string>>,
  today: string,
): Readonly<Record<string, CellMark>> {
  const derived = Object.entries(register.derived ?? {}).flatMap(([name, { mark }]) => {
    const words = said[name];
    return mark && words !== undefined ? [[name, mark(words, today)] as const] : [];
  });
  const files = missingFiles(register, fields).map((name) => [name, "missing"] as const);
  const day = register.due?.of(fields);
  const due = day === undefined ? "good" : markOfDay(day, today);
  // A day that is far away is a day like any other.
  return Object.fromEntries([...(due === "good" ? [] : [[register.due!.field, due] as const]), ...files, ...derived]);
}

/** What a record waits for: its file, another person's approval, what is missing or late, or the day that it is due; null where nothing is. */
export function nextOfRecord(
  register: Pick<Register, "fields" | "derived" | "due">,
  { state, fields }: { readonly state: RecordState; readonly fields: RecordFields },
  said: Readonly<Record<string, string>>,
  today: string,
): NextOfRecord | null {
  if (state === "ended") return null;
  const files = missingFiles(register, fields).map((name) => register.fields[name]!.label);
  if (files.length > 0)
    return { kind: "evidence", words: `${listed(files)} ${files.length === 1 ? "is" : "are"} missing.` };
  if (state === "waiting") return { kind: "approve", words: "Another person must approve it." };
  const marks = marksOf(register, fields, said, today);
  const of = (kind: "missing" | "late" | "soon") =>
    Object.entries(register.derived ?? {}).find(([name]) => marks[name] === kind && said[name] !== undefined);
  const derived = (kind: "missing" | "late" | "soon"): NextOfRecord[] => {
    const [name, field] = of(kind) ?? [];
    return name === undefined ? [] : [{ kind, words: `${field!.label}: ${sentence(said[name]!)}` }];
  };
  const { due } = register;
  const day = due?.of(fields);
  const dueIs = day === undefined ? undefined : markOfDay(day, today);
  const onDay = (kind: NextOfRecord["kind"]): NextOfRecord => ({
    kind,
    words: `${dueIs === "late" ? due!.over : due!.words} ${calendarDate(new Date(`${day}T00:00:00Z`))}.`,
  });
  const all = [
    ...derived("missing"),
    ...(dueIs === "late" ? [onDay("late")] : []),
    ...derived("late"),
    ...(dueIs === "soon" ? [onDay("soon")] : []),
    ...derived("soon"),
    ...(dueIs === "good" ? [onDay("due")] : []),
  ];
  return all[0] ?? null;
}

const sentence = (words: string) => (words.endsWith(".") ? words : `${words}.`);
const listed = (labels: readonly string[]) =>
  labels.length === 1 ? labels[0]! : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)!}`;
