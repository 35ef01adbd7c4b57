import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import type { Column } from "#web/design/table.tsx";

export type Training = z.output<typeof contract.training.list.output>;
export type Person = Training["people"][number];

/** The courses that somebody has yet to pass here, or again soon. */
const open = ({ courses }: Person) => courses.filter(({ isToDo }) => isToDo);

const dueWord = ({ state }: Person["courses"][number]) =>
  state === "late" ? "Late since" : state === "passed" ? "Passed until" : "Due";

/** Courses that are due on the same day, and late or not alike, are one line. */
function byDay(courses: Person["courses"]): Person["courses"][] {
  const lines = new Map<string, Person["courses"]>();
  for (const course of courses) {
    const key = `${course.state} ${longDate(course.until)}`;
    lines.set(key, [...(lines.get(key) ?? []), course]);
  }
  return [...lines.values()];
}

const titlesOf = ({ courses }: Training) => new Map(courses.map(({ key, title }) => [key, title]));

/** Courses, with how many passed here. */
export const courseColumns: readonly Column<Training["courses"][number]>[] = [
  {
    key: "course",
    head: "Course",
    phone: "title",
    cell: ({ title, summary }) => (
      <>
        {title}
        <span className="own-line fine faint">{summary}</span>
      </>
    ),
  },
  { key: "minutes", head: "Minutes", phone: "hidden", roomy: true, cell: ({ minutes }) => minutes },
  {
    key: "passed",
    head: "Passed",
    phone: "line",
    cell: ({ needed, passed, late, listed, again }) =>
      needed === 0 ? (
        <span className="faint">Nobody needs it</span>
      ) : (
        <>
          <Mark finding={passed === needed ? "passing" : late > 0 ? "failing" : "needs evidence"}>
            {passed.toLocaleString("en-US")} of {needed.toLocaleString("en-US")}
          </Mark>
          {late > 0 && <span className="own-line fine faint">{late.toLocaleString("en-US")} late</span>}
          {again > 0 && (
            <span className="own-line fine faint">{again.toLocaleString("en-US")} to pass it again soon</span>
          )}
          {listed > 0 && (
            <span className="own-line fine faint">{listed.toLocaleString("en-US")} passed elsewhere, by a list</span>
          )}
        </>
      ),
  },
];

/** People, with what they have yet to do; `send` mails one of them a link. */
export function personColumns(training: Training, send?: (person: Person) => void): readonly Column<Person>[] {
  const titles = titlesOf(training);
  return [
    { key: "person", head: "Person", phone: "title", written: true, cell: ({ name }) => name },
    {
      key: "to-do",
      head: "To do",
      phone: "line",
      cell: (person) => {
        const left = open(person);
        if (left.length === 0) return <Mark finding="passing">All passed</Mark>;
        return (
          <ul className="training-due">
            {byDay(left).map((courses) => (
              <li key={courses[0]!.key}>
                <Mark finding={courses[0]!.state === "late" ? "failing" : "needs evidence"}>
                  {courses.map(({ key }) => titles.get(key) ?? key).join(", ")}
                </Mark>
                <span className="own-line fine faint">
                  {dueWord(courses[0]!)} {longDate(courses[0]!.until)}
                </span>
                {courses.map(
                  ({ key, listedAt }) =>
                    listedAt && (
                      <span key={key} className="own-line fine faint">
                        {courses.length > 1 && `${titles.get(key) ?? key}: `}Passed elsewhere on {longDate(listedAt)},
                        by a list
                      </span>
                    ),
                )}
              </li>
            ))}
          </ul>
        );
      },
    },
    {
      key: "link",
      head: "Last link",
      phone: "line",
      cell: ({ sentAt, hasEmail }) =>
        sentAt ? (
          <>
            <span className="only-phone cell-label">Last link:</span> {longDate(sentAt)}
          </>
        ) : (
          <span className="faint">{hasEmail ? "No link sent" : "No work email"}</span>
        ),
    },
    ...(send
      ? [
          {
            key: "send",
            head: "Remind",
            phone: "actions",
            cell: (person) =>
              person.hasEmail && open(person).length > 0 ? (
                <Button size="small" aria-label={`Send link to ${person.name}`} onClick={() => send(person)}>
                  Send Link
                </Button>
              ) : null,
          } satisfies Column<Person>,
        ]
      : []),
  ];
}

type ImportedList = Training["imports"][number];

/** Lists that were imported; `undo` takes one back. */
export function importColumns(
  training: Training,
  undo?: (list: ImportedList) => void,
): readonly Column<ImportedList>[] {
  const titles = titlesOf(training);
  return [
    {
      key: "provider",
      head: "Provider",
      phone: "title",
      written: true,
      cell: ({ provider, course }) => (
        <>
          {provider}
          <span className="own-line fine faint">{titles.get(course) ?? course}</span>
        </>
      ),
    },
    {
      key: "people",
      head: "People",
      phone: "line",
      cell: ({ people, undone }) =>
        undone ? (
          <span className="faint">Undone</span>
        ) : people === 1 ? (
          "1 person"
        ) : (
          `${people.toLocaleString("en-US")} people`
        ),
    },
    {
      key: "imported",
      head: "Imported",
      phone: "line",
      cell: ({ importedAt }) => (
        <>
          <span className="only-phone cell-label">Imported:</span> {longDate(importedAt)}
        </>
      ),
    },
    ...(undo
      ? [
          {
            key: "undo",
            head: "Undo",
            phone: "actions",
            cell: (list) =>
              list.undone ? null : (
                <Button size="small" aria-label={`Undo the list of ${list.provider}`} onClick={() => undo(list)}>
                  Undo
                </Button>
              ),
          } satisfies Column<ImportedList>,
        ]
      : []),
  ];
}
