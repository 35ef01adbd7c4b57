import { ACKNOWLEDGE_WITHIN_DAYS } from "#domain/policies/policy.ts";
import { holderDue } from "#domain/staff/device-questions.ts";
import type { Owed } from "#domain/staff/reminders.ts";
import { AGAIN_DAYS } from "#domain/training/due.ts";
import { FIRST_DAYS } from "#domain/training/quiz.ts";
import type { OwnDeviceQuestion } from "./device-questions.ts";
import type { OwnHold } from "./own-holds.ts";
import type { OwnPolicy } from "./policies/own-policies.ts";
import type { OwnTraining } from "./training/own-training.ts";

/** One thing that somebody of the staff has to do, with the page of theirs on which they do it. */
export interface ToDo extends Owed {
  readonly what: string;
  readonly minutes: number;
  readonly act: { readonly label: string; readonly href: string };
}

const DAY_MS = 24 * 60 * 60_000;

/** All that somebody has to do, the most urgent first: the list of their page, and of the mail that reminds them of it. */
export function toDoOf(
  {
    training,
    policies,
    questions,
    holds = [],
  }: {
    training: OwnTraining;
    policies: readonly OwnPolicy[];
    questions: readonly OwnDeviceQuestion[];
    /** Left out of the mail that reminds: holds have mails of their own. */
    holds?: readonly OwnHold[];
  },
  now: Date,
): ToDo[] {
  const before = (due: Date, days: number) => new Date(due.getTime() - days * DAY_MS);
  return [
    ...holds
      .filter(({ acknowledgedAt }) => acknowledgedAt === null)
      .map(({ id, number, title, since }) => ({
        title,
        what: `Legal hold ${number}: read it and confirm`,
        minutes: 1,
        due: since,
        since,
        act: { label: "Read", href: `/me/holds/${id}` },
      })),
    ...policies
      .filter(({ acknowledgedAt }) => acknowledgedAt === null)
      .map(({ title, version, versionId, minutes, due }) => ({
        title,
        what: `Read version ${version} and acknowledge it`,
        minutes,
        due,
        since: before(due, ACKNOWLEDGE_WITHIN_DAYS),
        act: { label: "Read", href: `/me/policies/${versionId}` },
      })),
    ...training.needed
      .filter(({ isToDo }) => isToDo)
      .map(({ key, title, minutes, due, passedAt }) => ({
        title,
        what: "Course with a quiz",
        minutes,
        due,
        since: before(due, passedAt ? AGAIN_DAYS : FIRST_DAYS),
        act: { label: "Start", href: `/me/training/${key}` },
      })),
    ...questions.flatMap((device) => {
      const asked = holderDue(device, now);
      if (!asked) return [];
      const { id, kind, name, serial, answered } = device;
      const question = answered ? "Do you still have it?" : "Do you have it?";
      return {
        title: `${yourDevice(kind)}, ${name}`,
        what: serial === null ? question : `${question} Its serial number is ${serial}`,
        minutes: 1,
        ...asked,
        act: { label: "Answer", href: `/me/devices/${id}` },
      };
    }),
  ].toSorted((a, b) => a.due.getTime() - b.due.getTime());
}

/** `Your laptop`; of a kind that is no word for what somebody carries, `Your device`. */
const yourDevice = (kind: string) => `Your ${kind === "Other" ? "device" : kind.toLowerCase()}`;
