import { escapeHtml } from "../../escape-html.ts";
import type { StaffMember } from "../staff-sessions.ts";

/** A form that posts what it holds; one for staff carries the token of their session. */
export function form(
  action: string,
  inside: string,
  {
    staff,
    hidden = {},
    className = "",
  }: { staff?: StaffMember; hidden?: Readonly<Record<string, string>>; className?: string } = {},
): string {
  const fields = { ...(staff && { token: staff.formToken }), ...hidden };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}"${className && ` class="${className}"`}>${inputs.join("")}${inside}</form>`;
}

export const button = (label: string, kind: "primary" | "secondary" = "primary") =>
  `<button class="button me-button" data-kind="${kind}" type="submit">${escapeHtml(label)}</button>`;

export const buttonLink = (label: string, href: string, kind: "primary" | "secondary" = "primary") =>
  `<a class="button me-button" data-kind="${kind}" href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;

export const backLink = '<a class="me-back" href="/me"><span aria-hidden="true">‹</span> To do</a>';

export const heading = (title: string, lead = "") =>
  `<h1>${escapeHtml(title)}</h1>${lead && `<p class="me-lead">${escapeHtml(lead)}</p>`}<div class="oxford-rule"></div>`;
