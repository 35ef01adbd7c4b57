import { requiredTopics } from "#catalog/training/course.ts";
import { GENERAL_COURSE } from "#catalog/training/courses.ts";
import { FIRST_DAYS } from "#domain/training/quiz.ts";
import { COMPLETION_PAGES, COURSE_PAGES } from "#domain/training/sealed.ts";
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
import { codeScope, developersTrained, isAnyWriterRead } from "./training-developers.ts";
import { CODING_COURSE, completionsOf } from "./completions.ts";
import { unreadable } from "./training-rows.ts";

const DAY_MS = 86_400_000;
const numberOf = (row: SnapshotRow, field: string): number => {
  const value = row.fields[field];
  return typeof value === "number" ? value : Number.NaN;
};

/** Each active person passed the general course within 365 days, or started less than 30 days ago. */
function trainingCompleted(inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const people = register("people");
  const active = people.rows.filter((row) => isActivePerson(row, now));
  const { graded: passed, listed, unvouched: byNobody } = completionsOf(inputs).passes(GENERAL_COURSE);
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
  const { graded, listed } = completionsOf(inputs).passes(GENERAL_COURSE);
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
  wrongIn(inputs) === undefined &&
  !completionsOf(inputs).courses.has(CODING_COURSE) &&
  accountsRead(codeHosting, inputs.systems, inputs.now).unread.length > 0 &&
  !isAnyWriterRead(codeHosting, inputs);

/** Which of what training is judged from has a row that does not say what it should; undefined where all can be read. */
const wrongIn = (inputs: RegisterInputs): string | undefined =>
  unreadable(inputs.register) ?? (completionsOf(inputs).isReadable ? undefined : COMPLETION_PAGES);

/** What was changed after it was sealed fails; what cannot be read is unknown; the rest is judged. */
const ofWhole =
  (judge: (inputs: RegisterInputs) => RegisterVerdict) =>
  (inputs: RegisterInputs): RegisterVerdict => {
    const { changed } = completionsOf(inputs);
    if (changed !== undefined) return fails(changed);
    const wrong = wrongIn(inputs);
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
