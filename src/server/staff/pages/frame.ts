import { escapeHtml } from "../../escape-html.ts";
import { initialsOf } from "../../portal/initials.ts";
import type { StaffMember } from "../staff-sessions.ts";
import { form } from "./html.ts";

/** The sheet that everything of the staff portal stands on; it needs no script. */
export function sheetOf(main: string, staff: StaffMember | undefined, company: string | undefined): string {
  const name = staff?.company ?? company ?? "Exhibit";
  const letters = staff ? initialsOf(staff.name) : "";
  const mark =
    letters &&
    `<span class="me-avatar" role="img" aria-label="${escapeHtml(staff!.name)}">${escapeHtml(letters)}</span>`;
  const leave = staff
    ? form("/me/sign-out", '<button class="link me-leave" type="submit">Sign out</button>', { staff })
    : "<span></span>";
  return `<div class="me"><a class="skip-link" href="#main">Skip to content</a>
<header class="me-top"><b>${staff ? `<a href="/me">${escapeHtml(name)}</a>` : escapeHtml(name)}</b>${mark}</header>
<main id="main" class="me-sheet">${main}</main>
<footer class="me-foot">${leave}<a class="link" href="/">Exhibit</a></footer></div>`;
}
