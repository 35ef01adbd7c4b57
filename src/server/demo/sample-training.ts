import type pg from "pg";
import { asCaller } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { answerQuiz, beginQuiz, findQuiz } from "../staff/training/quizzes.ts";

/** A day on which people of the firm took a course. */
interface CourseDay {
  readonly daysAgo: number;
  readonly time: string;
  readonly course: string;
  /** The last names of those who took it, and how many answers of each were wrong where any was. */
  readonly taken: Readonly<Record<string, number>>;
}

// Everybody took the general course in the two days after the policies, before the registers were sealed again; Dan needed a second try.
// The others came to some so far.
const days: readonly CourseDay[] = [
  { daysAgo: 19, time: "09:10", course: "security", taken: { Okafor: 0, Lindqvist: 0, Nair: 1 } },
  { daysAgo: 19, time: "13:40", course: "security", taken: { Silva: 0, Haddad: 1, Adeyemi: 0 } },
  { daysAgo: 18, time: "08:50", course: "security", taken: { Fischer: 0, Rossi: 1, Reyes: 3 } },
  { daysAgo: 18, time: "13:20", course: "security", taken: { Katz: 1, Osei: 0, Brandt: 1, Reyes: 1 } },
  { daysAgo: 11, time: "09:30", course: "client-confidentiality", taken: { Lindqvist: 0, Nair: 0, Rossi: 1 } },
  { daysAgo: 8, time: "14:15", course: "privacy", taken: { Lindqvist: 1, Haddad: 0 } },
];

interface TrainingDeps {
  /** The administrator's connection to the template. */
  readonly admin: pg.ClientBase;
  readonly databases: Pick<Databases, "staff">;
  readonly at: (when: { daysAgo: number; time: string }) => Date;
}

/** The steps in which people of the sample company take courses, each in their own name as on their page. */
export function sampleTraining({ admin, databases, at }: TrainingDeps, companyId: string) {
  return days.map((day) => ({
    ...day,
    do: async () => {
      for (const [lastName, wrong] of Object.entries(day.taken)) {
        const { rows } = await admin.query<{ personId: string; number: string }>(
          `SELECT id AS "personId", 'PER-' || number AS number FROM app.records
            WHERE company_id = $1 AND register = 'people' AND fields ->> 'name' LIKE '% ' || $2`,
          [companyId, lastName],
        );
        const [person] = rows;
        if (!person) throw new Error(`${lastName} does not work for the sample company`);
        await asCaller(databases.staff, { userId: person.personId, companyId }, async (tx) => {
          const quiz = await findQuiz(tx, await beginQuiz(tx, day.course, at(day)));
          if (!quiz) throw new Error(`${lastName} cannot take ${day.course}`);
          // Answers are shuffled; the right one is the first of those that were written.
          const chosen = quiz.questions.map(({ order }, question) => order.indexOf(question < wrong ? 1 : 0));
          await answerQuiz(tx, person, quiz, chosen, at(day));
        });
      }
    },
  }));
}
