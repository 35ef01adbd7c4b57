import { escapeHtml } from "../escape-html.ts";

/** What is said when a form was received, or cannot be. */
export function closingPage(heading: string, sentence: string, link: { href: string; label: string }): string {
  return `<h1 class="title-page">${escapeHtml(heading)}</h1><div class="oxford-rule"></div>
<p class="plain-note" role="status">${escapeHtml(sentence)}</p><p><a class="button" data-kind="primary" href="${link.href}">${escapeHtml(link.label)}</a></p>`;
}
