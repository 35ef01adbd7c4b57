import { signInFailures } from "#contract/sign-in-failures.ts";
import { calendarDate } from "#domain/calendar-date.ts";
import { callFunction } from "../../db/functions.ts";
import { escapeHtml } from "../../escape-html.ts";
import { toDoOf } from "../own-to-do.ts";
import { readOwnThings } from "../own-things.ts";
import type { OwnThings } from "../own-things.ts";
import { readOwnNamedDevices } from "../named-devices.ts";
import { readOwnDevices } from "../own-devices.ts";
import type { OwnHold } from "../own-holds.ts";
import type { OwnPolicy } from "../policies/own-policies.ts";
import type { StaffMember } from "../staff-sessions.ts";
import { titleOf } from "../training/own-training.ts";
import type { OwnTraining } from "../training/own-training.ts";
import { buttonLink, heading } from "./html.ts";
import { askLine, readContact } from "./contact.ts";
import type { Contact } from "./contact.ts";
import { devicesPart } from "./device-lines.ts";
import type { OwnDevices } from "./device-lines.ts";
import { askPage } from "./link-pages.ts";
import type { PageRoute, StaffPageDeps } from "./page.ts";
import { reminderNote } from "./reminder-pages.ts";

/** What somebody has to do, and what they did. */
export function homeRoutes({ sessions, providers, now }: StaffPageDeps): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: "/me",
      access: "anyone",
      answer: async ({ staff, query }) => {
        if (!staff) return askPage("Open your page", { providers, ...problemIn(query) });
        const at = now();
        const own = await sessions.within(staff, async (tx) => ({
          ...(await readOwnThings(tx, at)),
          devices: await readOwnDevices(tx),
          named: await readOwnNamedDevices(tx, at),
          reminders: await callFunction(tx, "app.am_i_written_to", []),
          contact: await readContact(tx, null),
        }));
        return { title: "To do", main: homePage(staff, own, at) };
      },
    },
  ];
}

/** Why a provider did not let somebody in. */
function problemIn(query: URLSearchParams) {
  const name = query.get("problem") ?? "";
  const failure = Object.hasOwn(signInFailures, name) ? signInFailures[name as keyof typeof signInFailures] : undefined;
  return failure && { status: failure.status, refused: failure.message };
}

interface Own extends OwnThings, OwnDevices {
  readonly reminders: boolean | null;
  readonly contact: Contact | undefined;
}

function homePage(
  staff: StaffMember,
  { training, policies, holds, questions, devices, named, reminders, contact }: Own,
  now: Date,
): string {
  const toDo = toDoOf({ training, policies, holds, questions }, now);
  const minutes = toDo.reduce((sum, item) => sum + item.minutes, 0);
  const lead =
    toDo.length === 0
      ? "You have nothing to do right now."
      : `${toDo.length === 1 ? "1 thing" : `${toDo.length} things`} to do. About ${minutes === 1 ? "1 minute" : `${minutes} minutes`}.`;
  const open = toDo.map(
    ({ title, what, minutes: takes, due, act }, at) => `<li><h3>${escapeHtml(title)}</h3><p>${escapeHtml(what)}</p>
<p class="me-meta">${takes} min, ${due <= now ? '<span class="me-late">due now</span>' : `due ${calendarDate(due)}`}</p>
${buttonLink(act.label, act.href, at === 0 ? "primary" : "secondary").replace("<a ", `<a aria-label="${escapeHtml(`${act.label}: ${title}`)}" `)}</li>`,
  );
  const done = doneLines(training, policies, holds);
  return `${heading(`Hello, ${staff.name.split(/\s+/, 1)[0]!}`, lead)}
${open.length > 0 ? `<h2>To do</h2><ul class="me-list">${open.join("")}</ul>` : ""}
${devicesPart({ devices, questions, named }, now)}
${done.length > 0 ? `<h2>Done <span>${done.length}</span></h2><ul class="me-list">${done.join("")}</ul>` : ""}
<a class="me-report" href="/me/report"><span><b>Report an incident</b> <small>A lost device, a strange email, a file sent to the wrong person</small></span><span aria-hidden="true">›</span></a>
${askLine(contact)}${reminderNote(staff, reminders)}`;
}

function doneLines({ completions }: OwnTraining, policies: readonly OwnPolicy[], holds: readonly OwnHold[]): string[] {
  const lines = [
    ...holds.flatMap(({ acknowledgedAt: at, id, title, number }) =>
      at === null
        ? []
        : [{ at, title, href: `/me/holds/${id}`, what: `Legal hold ${number} confirmed: keep what it names` }],
    ),
    ...completions.map(({ id, course, passed, provider, score, out_of: of, completed_at: at }) => ({
      at,
      title: titleOf(course),
      href: `/me/completions/${id}`,
      what:
        provider === null
          ? `${passed ? "Passed" : "Not passed"}${score === null ? "" : `, ${score} of ${of}`}`
          : `Passed at ${provider}, from a list`,
    })),
    ...policies.flatMap(({ acknowledgedAt: at, title, version, versionId }) =>
      at === null ? [] : [{ at, title, href: `/me/policies/${versionId}`, what: `Version ${version} acknowledged` }],
    ),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return lines.map(
    ({ at, title, href, what }) =>
      `<li><h3><a class="link" href="${href}">${escapeHtml(title)}</a></h3><p>${escapeHtml(what)}</p><p class="me-meta">${calendarDate(at)}</p></li>`,
  );
}
