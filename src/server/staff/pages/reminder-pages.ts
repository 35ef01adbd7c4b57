import { callFunction } from "../../db/functions.ts";
import { escapeHtml } from "../../escape-html.ts";
import type { StaffMember } from "../staff-sessions.ts";
import { button, buttonLink, form, heading } from "./html.ts";
import { askPage, isToken } from "./link-pages.ts";
import type { PageAnswer, PageRoute, StaffPageDeps } from "./page.ts";

/** How somebody stops their reminders: by the link that each has, without signing in, or on their page; and how they get them again. */
export function reminderRoutes({ sessions, providers, now }: StaffPageDeps): readonly PageRoute[] {
  const unknown = () => askPage("This link does not work", { status: 404, providers });
  return [
    {
      method: "GET",
      path: "/me/stop",
      access: "anyone",
      answer: async ({ query }) => {
        const token = query.get("token") ?? undefined;
        const link = isToken(token) ? await sessions.look(token) : undefined;
        if (!isToken(token) || !link) return unknown();
        return {
          title: "Stop reminders",
          company: link.company,
          main: `${heading("Stop reminders?", `${link.company} stops emailing you about training, policies and devices.`)}
<p class="me-note">What you have to do stays the same. A manager still sees what is open, and can send you a link.</p>
${form("/me/stop", button("Stop reminders"), { hidden: { link: token } })}`,
        };
      },
    },
    {
      method: "POST",
      path: "/me/stop",
      access: "anyone",
      fields: ["link"],
      answer: async ({ form: fields }) => {
        const token = fields.get("link");
        const company = isToken(token) ? await sessions.stopReminders(token) : undefined;
        return company === undefined ? unknown() : stoppedPage(company);
      },
    },
    {
      method: "POST",
      path: "/me/reminders",
      access: "staff",
      fields: ["on"],
      answer: async ({ staff, form: fields }) => {
        const stoppedAt = fields.get("on") === "yes" ? null : now();
        await sessions.within(staff, (tx) => callFunction(tx, "app.stop_writing_to_me", [stoppedAt]));
        return { goTo: "/me" };
      },
    },
  ];
}

const stoppedPage = (company: string): PageAnswer => ({
  title: "Reminders stopped",
  company,
  main: `${heading("Reminders stopped", `${company} no longer emails you reminders.`)}
<p class="me-note">To get them again, open your page and choose Send me reminders.</p>
${buttonLink("Open your page", "/me", "secondary")}`,
});

/** At the foot of somebody's page: whether they are reminded, and the way to change it; nothing before a manager sent them a link. */
export function reminderNote(staff: StaffMember, isOn: boolean | null): string {
  if (isOn === null) return "";
  const [said, act, on] = isOn
    ? [`We email ${staff.email} when something is due.`, "Stop reminders", "no"]
    : ["You stopped reminder emails.", "Send me reminders", "yes"];
  return `<section class="me-reminders"><p class="me-meta">${escapeHtml(said)}</p>
${form("/me/reminders", `<button class="link me-leave" type="submit">${act}</button>`, { staff, hidden: { on } })}</section>`;
}
