import { calendarDate } from "#domain/calendar-date.ts";
import { escapeHtml } from "../escape-html.ts";
import { moment } from "../mail/layout/moment.ts";
import { initialsOf } from "./initials.ts";
import type { Claim, Portal } from "./read-portal.ts";

/** A portal as its visitors see it: the inside of <body>. It is the company's page, in its color, and needs no script. */
export function portalBody(portal: Portal): string {
  const { company, title, introduction, frameworks, claims, losses, contact, color } = portal;
  const paragraphs = introduction.split(/\n\s*\n/).filter((text) => text.trim() !== "");
  const domains = [...Map.groupBy(claims, ({ domain }) => domain)];
  const ask = contact === null ? "" : askForReport(company, contact);
  const parts = [
    { id: "controls", title: "Controls that pass now", note: CONTROLS_NOTE, body: controlsPart(domains) },
    frameworks.length > 0 && {
      id: "frameworks",
      title: "Frameworks",
      note: "",
      body: `<p class="portal-words">${escapeHtml(company)} works on ${escapeHtml(listOf(frameworks.map(({ name }) => name)))}. That is no certificate.</p>`,
    },
    contact !== null && { id: "report", title: "Ask for a report", note: "", body: reportPart(company, contact) },
  ].filter((part) => part !== false);
  // The button beside them leads to the report.
  const places = parts
    .filter(({ id }) => id !== "report")
    .map(({ id, title }) => `<a href="#${id}">${id === "controls" ? "Controls" : title}</a>`);
  return `<div class="portal" data-color="${color}"><a class="skip-link" href="#main">Skip to content</a>
<header class="portal-top"><div class="portal-wrap"><span class="portal-firm">${logoOf(portal)}<b>${escapeHtml(company)}</b></span>
<nav aria-label="Sections">${places.join("")}</nav>${ask}</div></header>
<main id="main"><div class="portal-band"><div class="portal-wrap"><div><h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p class="portal-lead">${escapeHtml(text.trim())}</p>`).join("")}</div>${plate(portal)}</div></div>
<div class="portal-wrap"><div class="portal-sheet">${parts.map(part).join("")}</div></div></main>
<footer class="portal-foot"><div class="portal-wrap"><div><p>This page is not a certificate, an audit or a promise of compliance.
Each line is computed from checks and reviewed documents that still count. A line whose evidence grows too old is gone by itself.
What is not listed is not claimed, and says nothing either way.</p>${losses.map((loss) => `<p>${escapeHtml(loss)}</p>`).join("")}</div>
<p class="portal-kept"><a class="link" href="/">Exhibit</a><span>Evidence kept with Exhibit</span></p></div></footer></div>`;
}

const CONTROLS_NOTE = "Each line falls away when its evidence does.";

interface Part {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly body: string;
}

function part({ id, title, note, body }: Part, at: number): string {
  return `<section class="portal-part" id="${id}"><span class="portal-number" aria-hidden="true">${at + 1}</span><div>
<div class="portal-part-head"><h2>${title}</h2>${note && `<p>${note}</p>`}</div>${body}</div></section>`;
}

/** How many controls pass, as of when and by what they were decided. */
function plate({ claims, at, basis }: Portal): string {
  if (claims.length === 0)
    return '<div class="portal-plate"><p role="status">Nothing is shown to pass at this moment.</p></div>';
  const ticks = claims.map(() => "<i></i>").join("");
  return `<div class="portal-plate"><p class="portal-count">${claims.length} <span>${
    claims.length === 1 ? "control passes" : "controls pass"
  } today</span></p><div class="portal-ticks" aria-hidden="true">${ticks}</div><dl>
<dt>As of</dt><dd><time datetime="${at}">${escapeHtml(moment(new Date(at)))}</time></dd>
<dt>Decided</dt><dd>${escapeHtml(basis)}</dd></dl></div>`;
}

function controlsPart(domains: readonly (readonly [string, readonly Claim[]])[]): string {
  return `<div class="portal-domains">${domains.map(([domain, claims]) => section(domain, claims)).join("")}</div>`;
}

function section(domain: string, claims: readonly Claim[]): string {
  const lines = claims.map(
    ({ title, statement, asOf, until, basis }) =>
      `<li class="portal-claim">${tick}<div><b class="portal-control">${escapeHtml(title)}</b><p class="portal-statement">${escapeHtml(statement)}</p>
<p class="portal-times">${escapeHtml(basis)}${asOf === null ? "" : `, as of <time datetime="${asOf}">${calendarDate(new Date(asOf))}</time>`}, until <time datetime="${until}">${calendarDate(new Date(until))}</time></p></div></li>`,
  );
  return `<section class="portal-domain"><h3>${escapeHtml(domain)}</h3><ul>${lines.join("")}</ul></section>`;
}

/** The company's own, or its first letters in the frame of an exhibit. */
function logoOf({ company, logo }: Portal): string {
  return logo === null
    ? `<span class="portal-initials" aria-hidden="true">${escapeHtml(initialsOf(company))}</span>`
    : `<img class="portal-logo" src="${escapeHtml(logo)}" alt="">`;
}

const addressOf = (company: string, contact: string) =>
  `mailto:${escapeHtml(encodeURIComponent(contact).replaceAll("%40", "@"))}?subject=${encodeURIComponent(`Report of ${company}`)}`;

const askForReport = (company: string, contact: string) =>
  `<a class="button" data-kind="secondary" href="${addressOf(company, contact)}">Ask for a report</a>`;

function reportPart(company: string, contact: string): string {
  return `<p class="portal-words">Clients and their auditors can ask ${escapeHtml(company)} for the report behind this page. It comes with
proofs that anybody can verify offline.</p><p class="portal-ask"><a class="button" data-kind="primary" data-size="large" href="${addressOf(company, contact)}">Write to ${escapeHtml(contact)}</a></p>`;
}

const tick =
  '<svg width="16" height="16" viewBox="0 0 16 16" role="img" aria-label="Passing"><rect x="1" y="1" width="14" height="14" rx="1" fill="currentColor"/><path d="M4.2 8.3l2.6 2.6 5-5.6" fill="none" stroke="var(--sheet)" stroke-width="2"/></svg>';

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
