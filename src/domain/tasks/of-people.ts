import { LEAVER_HOURS } from "../registers/leaver-clock.ts";
import type { Task, TaskFacts } from "./tasks.ts";

const PEOPLE = "/dashboard/program/people";

/** What people ask for: whose accounts are, addresses that nobody confirmed, and accounts of who left. */
export function ofPeople({ unmatched, unvouched, leavers }: TaskFacts): Task[] {
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
  const left = leavers.map(({ id, number, name, endsAt, open }): Task => ({
    key: `leaver ${id}`,
    area: "people",
    title: `Close the accounts of ${name}`,
    detail: `${number}, ${open === 1 ? "1 account is" : `${open} accounts are`} open`,
    to: `${PEOPLE}?record=${id}`,
    due: new Date(endsAt.getTime() + LEAVER_HOURS * 3_600_000),
  }));
  return [...asked, ...addresses, ...left];
}
