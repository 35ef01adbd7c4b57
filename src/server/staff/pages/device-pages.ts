import { deviceAnswers, isDeviceAnswer } from "#domain/staff/device-questions.ts";
import type { DeviceAnswer } from "#domain/staff/device-questions.ts";
import { calendarDate } from "#domain/calendar-date.ts";
import { fail } from "../../app-error.ts";
import { escapeHtml } from "../../escape-html.ts";
import { moment } from "../../mail/layout/moment.ts";
import { answerDevice, readOwnDeviceQuestions } from "../device-questions.ts";
import type { OwnDeviceQuestion } from "../device-questions.ts";
import { backLink, buttonLink, form, heading } from "./html.ts";
import type { PageAnswer, PageRoute, StaffAsk, StaffPageDeps } from "./page.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Answers of one person in a day: as many devices as a page lists, and some said otherwise. */
const PER_PERSON = 300;

/** Whether somebody has a device that no management reports: the question, and what becomes of their answer. */
export function deviceRoutes({ sessions, rateLimits, now }: StaffPageDeps): readonly PageRoute[] {
  const deviceOf = async ({ staff, parameters }: StaffAsk): Promise<OwnDeviceQuestion> => {
    const all = await sessions.within(staff, (tx) => readOwnDeviceQuestions(tx, now()));
    return all.find(({ id }) => id === parameters["device"]) ?? fail("not-found");
  };
  return [
    {
      method: "GET",
      path: "/me/devices/:device",
      access: "staff",
      answer: async (ask) => devicePage(ask.staff, await deviceOf(ask), ""),
    },
    {
      method: "POST",
      path: "/me/devices/:device",
      access: "staff",
      fields: ["answer", "shown"],
      answer: async (ask) => {
        const { staff, form: fields } = ask;
        const device = await deviceOf(ask);
        const answer = fields.get("answer") ?? "";
        if (!isDeviceAnswer(answer)) return { ...devicePage(staff, device, "Choose an answer."), status: 422 };
        await rateLimits.take(`staff-device|${staff.companyId}|${staff.personId}`, PER_PERSON, DAY_SECONDS);
        const at = now();
        const said = { answer, shown: fields.get("shown") ?? "" };
        const kept = await sessions.within(staff, (tx) => answerDevice(tx, staff, device, said, at));
        if (!kept)
          return {
            ...devicePage(
              staff,
              device,
              "The record of this device was changed while you were reading. Please look again.",
            ),
            status: 409,
          };
        return answer === "lost" ? { goTo: `/me/report?device=${device.id}` } : receipt(staff, device, answer, at);
      },
    },
  ];
}

type Page = Extract<PageAnswer, { main: string }>;

function devicePage(staff: StaffAsk["staff"], device: OwnDeviceQuestion, notice: string): Page {
  const { id, number, name, kind, serial, sha256, answered } = device;
  const choices = Object.entries(deviceAnswers).map(
    ([answer, label]) =>
      `<button class="button me-button" data-kind="${answer === "has" ? "primary" : "secondary"}" type="submit" name="answer" value="${answer}">${label}</button>`,
  );
  const before = answered
    ? `<p class="me-note">${escapeHtml(`On ${calendarDate(answered.at)} you said: ${deviceAnswers[answered.answer]}.`)}</p>`
    : "";
  return {
    title: "Your device",
    main: `${backLink}${heading(answered ? "Do you still have this device?" : "Do you have this device?", `${staff.company} has it in its list as yours.`)}
${notice && `<div class="me-notice" role="alert"><p>${escapeHtml(notice)}</p></div>`}
<section class="me-receipt"><h2>${escapeHtml(name)}</h2><dl><dt>Kind</dt><dd>${escapeHtml(kind)}</dd>${
      serial === null ? "" : `<dt>Serial number</dt><dd>${escapeHtml(serial)}</dd>`
    }<dt>Record</dt><dd>${number}</dd></dl></section>
${before}${form(`/me/devices/${id}`, `<div class="me-choices">${choices.join("")}</div>`, { staff, hidden: { shown: sha256 } })}
<p class="me-note">We record your name, your answer and the time. If you do not have it, ${escapeHtml(staff.company)} is asked to correct its list. If it was lost or stolen, you report what happened next.</p>`,
  };
}

function receipt(staff: StaffAsk["staff"], { name, number }: OwnDeviceQuestion, answer: DeviceAnswer, at: Date): Page {
  const lead =
    answer === "has"
      ? "Your answer is recorded. We ask again in a year."
      : `Your answer is recorded. ${staff.company} is asked to correct its list.`;
  return {
    title: answer === "has" ? "Device confirmed" : "Answer recorded",
    main: `${heading(`Thank you, ${staff.name.split(/\s+/, 1)[0]!}`, lead)}
<section class="me-receipt"><h2>${escapeHtml(name)}</h2><dl><dt>Person</dt><dd>${escapeHtml(`${staff.name}, ${staff.number}`)}</dd><dt>Device</dt><dd>${number}</dd><dt>Answer</dt><dd>${deviceAnswers[answer]}</dd><dt>Recorded</dt><dd>${escapeHtml(moment(at))}</dd></dl></section>
<div class="me-acts">${buttonLink("Back to my page", "/me")}</div>`,
  };
}
