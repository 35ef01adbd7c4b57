import { calendarDate } from "#domain/calendar-date.ts";
import { escapeHtml } from "../escape-html.ts";
import { moment } from "../mail/layout/moment.ts";
import type { Claim, Portal } from "./read-portal.ts";

/** What a portal says to a visitor, as HTML for the inside of <main>. It needs no script. */
export function portalMain({ company, title, introduction, contact, frameworks, claims, losses, at }: Portal): string {
  const domains = [...Map.groupBy(claims, ({ domain }) => domain)];
  const paragraphs = introduction.split(/\n\s*\n/).filter((text) => text.trim() !== "");
  return [
    `<header class="portal-head"><p class="portal-company">${escapeHtml(company)}</p>
<h1 class="title-page">${escapeHtml(title)}</h1><div class="oxford-rule"></div>`,
    ...paragraphs.map((text) => `<p class="portal-words">${escapeHtml(text.trim())}</p>`),
    frameworks.length > 0
      ? `<p class="plain-note">${escapeHtml(company)} works on ${escapeHtml(listOf(frameworks.map(({ name }) => name)))}.</p>`
      : "",
    "</header>",
    claims.length > 0
      ? `<h2 class="portal-title">Controls that pass now</h2>${domains.map(([domain, own]) => section(domain, own)).join("")}`
      : '<p class="plain-note" role="status">Nothing is shown to pass at this moment.</p>',
    `<footer class="portal-foot"><h2 class="portal-title">What this is</h2>
<p>Each line is a control that passes as of ${escapeHtml(moment(new Date(at)))}, computed from checks and reviewed documents that still count.
A line whose evidence grows too old is gone by itself. What is not listed is not claimed, and says nothing either way.</p>
<p>It is not a certificate, an audit or a promise of compliance.</p>`,
    ...losses.map((loss) => `<p>${escapeHtml(loss)}</p>`),
    contact === null
      ? ""
      : `<p><a class="button" href="mailto:${escapeHtml(encodeURIComponent(contact).replaceAll("%40", "@"))}?subject=${encodeURIComponent(`Report of ${company}`)}">Ask for a report</a></p>`,
    "</footer>",
  ].join("\n");
}

function section(domain: string, claims: readonly Claim[]): string {
  const lines = claims.map(
    ({ title, asOf, until, basis }) =>
      `<li class="portal-claim"><span class="portal-control">${tick}${escapeHtml(title)}</span><span class="portal-times">${escapeHtml(basis)}, ${
        asOf === null ? "" : `as of <time datetime="${asOf}">${calendarDate(new Date(asOf))}</time>, `
      }until <time datetime="${until}">${calendarDate(new Date(until))}</time></span></li>`,
  );
  return `<section class="portal-domain"><h3>${escapeHtml(domain)}</h3><ul>${lines.join("")}</ul></section>`;
}

const tick =
  '<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" role="img" aria-label="Passing"><path d="M20 6 9 17l-5-5"/></svg>';

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
