import { requiredTopics } from "#catalog/training/course.ts";
import { GENERAL_COURSE } from "#catalog/training/courses.ts";
import { FIRST_DAYS } from "#domain/training/quiz.ts";
import { COMPLETION_PAGES, COURSE_PAGES, textsOfImport, textsOfQuiz } from "#domain/training/sealed.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { AskedSystem, SnapshotRow, TrainingScope } from "#domain/registers/snapshot.ts";
import { saidAlone } from "./acknowledged.ts";
import { aboutRows } from "./about-rows.ts";
import { firstDayOf } from "./first-day.ts";
import { accountsRead } from "./read-systems.ts";
import {
  fails,
  isActivePerson,
  isUnknown,
  listOf,
  notConfirmed,
  notVouched,
  passes,
  some,
  textOf,
} from "./registers.ts";
import { whoEver } from "./same-person.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { CODING_COURSE, codeScope, developersTrained, isAnyWriterRead } from "./training-developers.ts";
import { passesOf } from "./training-passes.ts";
import { isReadable, unreadable } from "./training-rows.ts";

const DAY_MS = 86_400_000;
const numberOf = (row: SnapshotRow, field: string): number => {
  const value = row.fields[field];
  return typeof value === "number" ? value : Number.NaN;
};

/** Whether a quiz is as the ledger has it: course, version, questions, answers, score and instant. */
function isAsRecorded(row: SnapshotRow): boolean {
  const [person, course, seed, at] = ["personId", "course", "seed", "at"].map((field) => textOf(row, field) ?? "");
  const [version, score, outOf] = ["version", "score", "outOf"].map((field) => numberOf(row, field)) as [
    number,
    number,
    number,
  ];
  const leaf = textOf(row, "leaf");
  if (leaf === undefined || ![version, score, outOf].every(Number.isSafeInteger)) return false;
  const vouched = textOf(row, "vouched");
  const quiz = {
    number: row.number,
    person: person!,
    course: course!,
    version,
    seed: seed!,
    answers: listOf(row, "answers"),
    score,
    outOf,
    at: at!,
    ...(vouched !== undefined && { vouched }),
  };
  return textsOfQuiz(quiz).some((text) => leaf === sha256OfText(text));
}

/** Rows of lists that are not as the ledger has them: all rows of a list count for its hash, those that were undone included. */
function changedLists(rows: readonly SnapshotRow[]): SnapshotRow[] {
  const lists = Map.groupBy(rows, (row) => textOf(row, "batchId"));
  return [...lists.values()].flatMap((list) => {
    const [first] = list as [SnapshotRow];
    const [course, provider, exhibit] = ["course", "provider", "exhibit"].map((field) => textOf(first, field) ?? "");
    const listed = list
      .toSorted((a, b) => a.number - b.number)
      .map((row) => ({
        number: row.number,
        person: textOf(row, "personId") ?? "",
        at: textOf(row, "at") ?? "",
        passed: row.fields["passed"] === true,
      }));
    const texts = textsOfImport({ course: course!, provider: provider!, exhibit: exhibit!, rows: listed });
    const isSame = ["course", "provider", "exhibit"].every((field) =>
      list.every((row) => textOf(row, field) === textOf(first, field)),
    );
    const hashes = texts.map(sha256OfText);
    const isRecorded = hashes.some((hash) => list.every((row) => textOf(row, "leaf") === hash));
    return isSame && isRecorded ? [] : list;
  });
}

const known = new WeakMap<RegisterInputs["register"], { readonly changed: string | undefined }>();

/** The same for each check that asks: to look takes longer than all else that is judged of training. */
function changedOf({ register }: RegisterInputs): string | undefined {
  const { changed } = known.get(register) ?? { changed: changedIn(register(COMPLETION_PAGES).rows) };
  known.set(register, { changed });
  return changed;
}

/** What was changed after it was graded, or removed; undefined where all is as the ledger has it. */
function changedIn(rows: readonly SnapshotRow[]): string | undefined {
  const [graded, listed] = [
    rows.filter((row) => textOf(row, "source") !== "import"),
    rows.filter((row) => textOf(row, "source") === "import"),
  ];
  const wrong = [...graded.filter((row) => !isAsRecorded(row)), ...changedLists(listed)];
  // They are counted from 1 and never deleted.
  const numbers = new Set(rows.map(({ number }) => number));
  let next = 1;
  const gone: number[] = [];
  // As many as there are, each once, are 1 to that number; the first that is missing is found within them.
  for (; next <= numbers.size; next += 1) if (!numbers.has(next)) gone.push(next);
  if (gone.length > 0) return `Missing: ${some(gone.map((number) => `completion ${number}`))}.`;
  return wrong.length === 0
    ? undefined
    : `Not as the ledger has it: ${some(wrong.map(({ number }) => `completion ${number}`))}.`;
}

/** Each active person passed the general course within 365 days, or started less than 30 days ago. */
function trainingCompleted(inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const people = register("people");
  const active = people.rows.filter((row) => isActivePerson(row, now));
  const { graded: passed, listed, unvouched: byNobody } = passesOf(inputs, GENERAL_COURSE);
  const unreviewed: string[] = [];
  const ends: (Date | null)[] = [people.confirmedUntil];
  const late: string[] = [];
  const unvouched: string[] = [];
  const firstDay = firstDayOf(people.rows, whoEver(inputs));
  let [isNew, byWriter] = [0, 0];
  for (const person of active) {
    const pass = passed.get(person.id);
    const first = new Date(firstDay(person) + FIRST_DAYS * DAY_MS);
    if (pass) {
      ends.push(pass.until);
      if (pass.alone) byWriter += 1;
    } else if (now < first) {
      ends.push(first);
      isNew += 1;
    } else if (byNobody.has(person.id)) unvouched.push(`PER-${person.number}`);
    else if (listed.has(person.id)) unreviewed.push(`PER-${person.number}`);
    else late.push(`PER-${person.number}`);
  }
  const whoHave = late.length === 1 ? "1 person has" : `${late.length} people have`;
  if (late.length > 0)
    return fails(`${whoHave} not passed the general course within 365 days: ${some(late)}. Send them their links.`);
  if (unvouched.length > 0) return isUnknown(notVouched(unvouched));
  const missing = notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  if (active.length === 0) return isUnknown("Nobody in People is active. Add your people there.");
  if (unreviewed.length > 0)
    return isUnknown(
      `Only a list that was imported says that these passed, and nobody else reviewed it: ${some(unreviewed)}. Have someone else review it.`,
    );
  const newcomers =
    isNew === 0 ? "" : ` ${isNew === 1 ? "1 started" : `${isNew} started`} less than ${FIRST_DAYS} days ago.`;
  return passes(
    `${active.length - isNew} of ${active.length} passed the general course within 365 days.${newcomers}${saidAlone(byWriter, "person", "people")}`,
    ends,
  );
}

/** The general course that people take covers the topics that are asked for. Of a course from elsewhere only its outline can tell. */
function trainingContent(inputs: RegisterInputs): RegisterVerdict {
  const course = inputs.register(COURSE_PAGES).rows.find((row) => textOf(row, "course") === GENERAL_COURSE);
  const topics = course ? listOf(course, "topics") : [];
  const missing = requiredTopics.filter((topic) => !topics.includes(topic));
  if (!course || missing.length > 0)
    return fails(`The general course does not cover ${some(missing, requiredTopics.length)}.`);
  const version = course === undefined ? Number.NaN : numberOf(course, "version");
  const { graded, listed } = passesOf(inputs, GENERAL_COURSE);
  const counted = [...graded.values()].filter((pass) => pass.version === version);
  const elsewhere = listed.size;
  const others = elsewhere === 1 ? "1 person" : `${elsewhere} people`;
  if (elsewhere > 0) return isUnknown(`${others} took the course of another provider. File its outline.`);
  if (counted.length === 0)
    return isUnknown("Nobody has passed the general course here. Send your people their links.");
  return passes(
    `The general course, version ${numberOf(course, "version")}, covers ${requiredTopics.join(", ")}.`,
    counted.map(({ until }) => until),
  );
}

/** Whether all rows can be read, nobody took the developers' course here, and of those who write code nobody was read either. */
const isForAPerson = (inputs: RegisterInputs, codeHosting: readonly AskedSystem[]): boolean =>
  unreadable(inputs.register) === undefined &&
  inputs.register(COMPLETION_PAGES).rows.every((row) => textOf(row, "course") !== CODING_COURSE) &&
  accountsRead(codeHosting, inputs.systems, inputs.now).unread.length > 0 &&
  !isAnyWriterRead(codeHosting, inputs);

/** What was changed after it was sealed fails; what cannot be read is unknown; the rest is judged. */
const ofWhole =
  (judge: (inputs: RegisterInputs) => RegisterVerdict) =>
  (inputs: RegisterInputs): RegisterVerdict => {
    const changed = changedOf(inputs);
    if (changed !== undefined) return fails(changed);
    // While completions are held: people, who are asked for next, may take their place.
    if (isReadable(inputs.register, COMPLETION_PAGES)) passesOf(inputs, GENERAL_COURSE);
    const wrong = unreadable(inputs.register);
    return wrong === undefined ? judge(inputs) : isUnknown(`A record cannot be read: ${wrong}.`);
  };

/** The checks of the library that courses answer. */
export const trainingChecks: Readonly<Record<string, (inputs: RegisterInputs) => RegisterVerdict>> = {
  "training.completed": ofWhole(trainingCompleted),
  "training.content": ofWhole(trainingContent),
};

/**
 * What training says of its checks; nothing where nobody finished a course, and of developers nothing where no code hosting is in scope,
 * or where nobody took their course here while who writes code was not read: that is for a person to say.
 */
export function judgeTraining(
  inputs: RegisterInputs,
  scope: unknown,
): { readonly check: string; readonly verdict: RegisterVerdict }[] {
  if (aboutRows(inputs.register(COMPLETION_PAGES)).size === 0) return [];
  const said = Object.entries(trainingChecks).map(([check, judge]) => ({ check, verdict: judge(inputs) }));
  if (codeScope(scope, "") !== undefined) return said;
  const { codeHosting } = scope as TrainingScope;
  if (codeHosting === null || codeHosting.length === 0) return said;
  const developers = ofWhole((own) => developersTrained(own, codeHosting))(inputs);
  if (developers.outcome === "unknown" && isForAPerson(inputs, codeHosting)) return said;
  return [...said, { check: "training.developers", verdict: developers }];
}
