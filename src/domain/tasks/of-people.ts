import { LEAVER_HOURS } from "../registers/leaver-clock.ts";
import type { Task, TaskFacts } from "./tasks.ts";

const PEOPLE = "/dashboard/program/people";

/** Somebody of whom something is due, and how much. */
export interface Comer {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly open: number;
  readonly due: Date | null;
}

/** What people ask for: whose accounts are, addresses that nobody confirmed, who may have left, what is due of who starts and moves, and accounts of who left. */
export function ofPeople({ unmatched, unvouched, leavers, gone, goneSince, starting, moved }: TaskFacts): Task[] {
  const asked: Task[] =
    unmatched === 0
      ? []
      : [
          {
            key: "accounts whose",
            area: "people",
            title: unmatched === 1 ? "Say whose 1 account is" : `Say whose ${unmatched} accounts are`,
            detail: "Nobody in People is known to have them",
            to: PEOPLE,
            due: null,
          },
        ];
  const addresses: Task[] =
    unvouched === 0
      ? []
      : [
          {
            key: "addresses unvouched",
            area: "people",
            title: unvouched === 1 ? "Confirm 1 email address" : `Confirm ${unvouched} email addresses`,
            detail: "People take part by one that another owner or admin confirmed",
            to: `${PEOPLE}?do=addresses`,
            due: null,
          },
        ];
  const vanished: Task[] =
    gone === 0
      ? []
      : [
          {
            key: "people gone",
            area: "people",
            title: gone === 1 ? "Say whether 1 person has left" : `Say whether ${gone} people have left`,
            detail: "A list of accounts no longer shows them",
            to: PEOPLE,
            // Whoever did leave has accounts to be closed within these hours, and nobody counts them yet.
            due: goneSince && new Date(goneSince.getTime() + LEAVER_HOURS * 3_600_000),
          },
        ];
  const left = leavers.map(({ id, number, name, endsAt, open }): Task => ({
    key: `leaver ${id}`,
    area: "people",
    title: `Close the accounts of ${name}`,
    detail: `${number}, ${open === 1 ? "1 account is" : `${open} accounts are`} open`,
    to: `${PEOPLE}?record=${id}`,
    due: new Date(endsAt.getTime() + LEAVER_HOURS * 3_600_000),
  }));
  const ofComer =
    (kind: string, title: (name: string) => string, detail: (open: number) => string) =>
    ({ id, number, name, open, due }: Comer): Task => ({
      key: `${kind} ${id}`,
      area: "people",
      title: title(name),
      detail: `${number}, ${detail(open)}`,
      to: `${PEOPLE}?record=${id}`,
      due,
    });
  const started = starting.map(
    ofComer(
      "starter",
      (name) => `Complete the start of ${name}`,
      (open) => (open === 1 ? "1 thing is open" : `${open} things are open`),
    ),
  );
  const changed = moved.map(
    ofComer(
      "mover",
      (name) => `Look at what ${name} may do`,
      (open) => `role changed, ${open === 1 ? "1 account" : `${open} accounts`}`,
    ),
  );
  return [...asked, ...addresses, ...vanished, ...started, ...changed, ...left];
}
