import { calendarDate } from "#domain/calendar-date.ts";
import { deviceProblems } from "#domain/staff/own-devices.ts";
import type { FoundDevice } from "#domain/staff/own-devices.ts";
import { holderDue } from "#domain/staff/device-questions.ts";
import { escapeHtml } from "../../escape-html.ts";
import type { OwnDeviceQuestion } from "../device-questions.ts";
import type { OwnNamedDevice } from "../named-devices.ts";

/** All that somebody's page has of devices. */
export interface OwnDevices {
  readonly devices: readonly FoundDevice[];
  readonly questions: readonly OwnDeviceQuestion[];
  readonly named: readonly OwnNamedDevice[];
}

/** The person's devices: what is wrong with those that are managed, what they said of the others, what they named, and the way to name one. */
export function devicesPart({ devices, questions, named }: OwnDevices, now: Date): string {
  const asked = new Map(questions.map((question) => [question.number, question]));
  const lines = [
    ...devices.map((device) => deviceLine(device, asked.get(`DEV-${device.number}`), now)),
    ...named.map(namedLine),
  ];
  const count = devices.length > 0 ? ` <span>${devices.length}</span>` : "";
  return `<h2>Your devices${count}</h2>
${lines.length > 0 ? `<ul class="me-list">${lines.join("")}</ul>` : '<p class="me-note">No device is listed as yours.</p>'}
<p class="me-more"><a class="link" href="/me/missing-device">Add a device that is missing</a></p>`;
}

function deviceLine(
  { name, serial, number, seen }: FoundDevice,
  question: OwnDeviceQuestion | undefined,
  now: Date,
): string {
  const problems = seen || !question ? deviceProblems({ seen }, now) : [];
  const from = seen ? `Read from ${seen.source} on ${calendarDate(seen.at)}` : `DEV-${number} in your company's list`;
  const states = [
    ...(problems.length > 0 ? [`<span class="me-late">${escapeHtml(problems.join(" "))}</span>`] : []),
    ...(question ? [saidOf(question, now)] : []),
  ];
  return line(name, states.join(" ") || "Nothing wrong was found.", [
    ...(serial === null ? [] : [`Serial number ${serial}`]),
    from,
  ]);
}

/** What they said of it, and the way to say it otherwise. What is still asked of them has its button above. */
function saidOf(question: OwnDeviceQuestion, now: Date): string {
  const { id, name, answered } = question;
  if (answered === null) return "You have not said yet whether you have it.";
  const day = calendarDate(answered.at);
  const said = {
    has: `You confirmed on ${day} that you have it.`,
    denies: `You said on ${day} that you do not have it. Your company looks into it.`,
    lost: `You said on ${day} that it was lost or stolen. Your company looks into it.`,
  }[answered.answer];
  if (holderDue(question, now)) return said;
  return `${said} <a class="link" href="/me/devices/${id}" aria-label="${escapeHtml(`Change what you said about ${name}`)}">Change</a>`;
}

const namedLine = ({ name, serial, namedAt, dismissed }: OwnNamedDevice) =>
  line(name, dismissed ? "Your company decided not to add it." : "Your company has not added it yet.", [
    ...(serial === null ? [] : [`Serial number ${serial}`]),
    `You named it on ${calendarDate(namedAt)}`,
  ]);

const line = (name: string, state: string, facts: readonly string[]) =>
  `<li><h3>${escapeHtml(name)}</h3><p>${state}</p><p class="me-meta">${escapeHtml(facts.join(". "))}</p></li>`;
