import { calendarDate } from "#domain/calendar-date.ts";
import { fail } from "../../app-error.ts";
import { escapeHtml } from "../../escape-html.ts";
import { acknowledgeHold, readOwnHolds } from "../own-holds.ts";
import type { OwnHold } from "../own-holds.ts";
import { backLink, button, buttonLink, form, heading } from "./html.ts";
import type { PageRoute, StaffAsk, StaffPageDeps } from "./page.ts";

/** Legal holds that name somebody: what they are to keep, and the button that confirms it. */
export function holdRoutes({ sessions, now }: StaffPageDeps): readonly PageRoute[] {
  const holdOf = async ({ staff, parameters }: StaffAsk): Promise<OwnHold> =>
    (await sessions.within(staff, readOwnHolds)).find(({ id }) => id === parameters["hold"]) ?? fail("not-found");
  return [
    {
      method: "GET",
      path: "/me/holds/:hold",
      access: "staff",
      answer: async (ask) => ({ title: "Legal hold", main: holdPage(ask, await holdOf(ask), "") }),
    },
    {
      method: "POST",
      path: "/me/holds/:hold",
      access: "staff",
      fields: ["text"],
      answer: async (ask) => {
        const hold = await holdOf(ask);
        const shown = ask.form.get("text") ?? "";
        const kept = await sessions.within(ask.staff, (tx) => acknowledgeHold(tx, ask.staff, hold, shown, now()));
        if (!kept)
          return {
            title: "Legal hold",
            status: 409,
            main: holdPage(ask, hold, "The hold was changed while you were reading. Please read it again."),
          };
        return {
          title: "Legal hold confirmed",
          main: `${heading(`Thank you, ${ask.staff.name.split(/\s+/, 1)[0]!}`, "Your confirmation is recorded. We will tell you when the hold is released.")}
<div class="me-acts">${buttonLink("Back to my page", "/me")}</div>`,
        };
      },
    },
  ];
}

function holdPage({ staff }: StaffAsk, hold: OwnHold, notice: string): string {
  const { id, number, title, about, startsOn, sha256, acknowledgedAt } = hold;
  const kept = about === null ? "Everything you have about it." : about;
  const foot = acknowledgedAt
    ? `<p>You confirmed this on ${calendarDate(acknowledgedAt)}.</p>${buttonLink("Back to my page", "/me", "secondary")}`
    : `<p>You confirm that you have read this and will keep it. We record your name, the time and the text you saw.</p>
${form(`/me/holds/${id}`, button("Confirm"), { staff, hidden: { text: sha256 } })}`;
  return `${backLink}${heading(title, `Legal hold ${number}, in force since ${startsOn}.`)}
${notice && `<div class="me-notice" role="status"><p>${escapeHtml(notice)}</p></div>`}
<p>Do not delete, change or throw away what is named here: files, email, messages, notes and paper, wherever they are.</p>
<h2>What you keep</h2><div class="me-text">${paragraphs(kept)}</div><div class="me-bar">${foot}</div>`;
}

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part).replaceAll("\n", "<br>")}</p>`)
    .join("");
