import { readOwnDeviceQuestions } from "../device-questions.ts";
import type { OwnDeviceQuestion } from "../device-questions.ts";
import { isReportKind, LONGEST_REPORT, reportKinds } from "#domain/staff/incident-report.ts";
import { moment } from "../../mail/layout/moment.ts";
import { escapeHtml } from "../../escape-html.ts";
import { backLink, button, buttonLink, form, heading } from "./html.ts";
import type { PageAnswer, PageRoute, StaffAsk, StaffPageDeps } from "./page.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Reports of one person, and of one company's staff, in a day. */
const PER_PERSON = 5;
const PER_COMPANY = 100;

/** Somebody of the staff reports an incident: a form without a script, and what became of it. */
export function reportRoutes({ sessions, rateLimits, report, now }: StaffPageDeps): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: "/me/report",
      access: "staff",
      answer: async ({ staff, query }) => {
        const id = query.get("device");
        if (id === null) return reportPage(staff, { kind: "", text: "" }, "");
        const all = await sessions.within(staff, (tx) => readOwnDeviceQuestions(tx, now()));
        const device = all.find((own) => own.id === id && own.answered?.answer === "lost");
        return reportPage(staff, device ? lostDevice(device) : { kind: "", text: "" }, "");
      },
    },
    {
      method: "POST",
      path: "/me/report",
      access: "staff",
      fields: ["kind", "text"],
      answer: async ({ staff, form: fields }) => {
        const [kind, text] = [fields.get("kind") ?? "", (fields.get("text") ?? "").replaceAll("\r\n", "\n").trim()];
        const problem = problemIn(kind, text);
        if (problem !== "" || !isReportKind(kind))
          return { ...reportPage(staff, { kind, text }, problem), status: 422 };
        await rateLimits.take(`staff-report|${staff.companyId}|${staff.personId}`, PER_PERSON, DAY_SECONDS);
        await rateLimits.take(`staff-report|${staff.companyId}`, PER_COMPANY, DAY_SECONDS);
        const at = now();
        const number = await report(staff, { kind, text }, at);
        return {
          title: "Incident reported",
          main: `${heading(`Thank you, ${staff.name.split(/\s+/, 1)[0]!}`, "Your report is recorded, and the administrators were told by email. If it is urgent, call them too.")}
<section class="me-receipt"><h2>${escapeHtml(reportKinds[kind])}</h2><dl><dt>Person</dt><dd>${escapeHtml(`${staff.name}, ${staff.number}`)}</dd><dt>Report</dt><dd>${escapeHtml(number)}</dd><dt>Recorded</dt><dd>${escapeHtml(moment(at))}</dd></dl></section>
<div class="me-acts">${buttonLink("Back to my page", "/me")}</div>`,
        };
      },
    },
  ];
}

/** What is reported of a device of which its holder said that it is gone. */
const lostDevice = ({ number, name, serial }: OwnDeviceQuestion) => ({
  kind: "lost",
  text: `${number}, ${name}${serial === null ? "" : `, serial number ${serial}`}.\n`,
  isNext: true,
});

function problemIn(kind: string, text: string): string {
  if (!isReportKind(kind)) return "Choose what happened.";
  if (text === "") return "Describe what happened, in a sentence or two.";
  return text.length > LONGEST_REPORT ? `Please use at most ${LONGEST_REPORT.toLocaleString("en-US")} characters.` : "";
}

function reportPage(
  staff: StaffAsk["staff"],
  given: { readonly kind: string; readonly text: string; readonly isNext?: boolean },
  problem: string,
): Extract<PageAnswer, { main: string }> {
  const options = Object.entries(reportKinds).map(
    ([kind, label]) =>
      `<label><input type="radio" name="kind" value="${kind}" required${kind === given.kind ? " checked" : ""}> <span>${escapeHtml(label)}</span></label>`,
  );
  const inside = `${problem && `<div class="me-notice" role="alert"><p>${escapeHtml(problem)}</p></div>`}
<fieldset class="me-options"><legend>What happened?</legend>${options.join("")}</fieldset>
<label class="me-field" for="report-text">Describe it</label>
<p class="me-meta" id="report-help">When, where, and who or what is concerned. Leave out passwords, and what a client told you in confidence.</p>
<textarea id="report-text" name="text" rows="6" maxlength="${LONGEST_REPORT}" required aria-describedby="report-help">${escapeHtml(given.text)}</textarea>
<div class="me-bar"><p>We record your name and the time. The administrators of ${escapeHtml(staff.company)} get an email.</p>${button("Send Report")}</div>`;
  return {
    title: "Report an incident",
    main: `${backLink}${heading("Report an incident", given.isNext ? "Your answer is recorded. Now tell us what happened to the device." : "Tell us as soon as you notice something, even if you are not sure.")}${form("/me/report", inside, { staff })}`,
  };
}
