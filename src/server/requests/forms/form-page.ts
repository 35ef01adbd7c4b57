import { escapeHtml } from "../../escape-html.ts";
import type { Question } from "../../human-check/written-question.ts";
import type { PlainForm } from "./plain-forms.ts";

/** What a page says, and what was typed so far. */
interface Typed {
  readonly values: ReadonlyMap<string, string>;
}

/** The page's own words for a form that is answered without scripts. */
export function formPage(
  form: PlainForm,
  { values, errors, problem }: Typed & { errors: ReadonlyMap<string, string>; problem: string | undefined },
): string {
  const [first] = form.fields.filter((field) => errors.has(field.name));
  const fields = form.fields.map(({ name, label, type, autocomplete }) => {
    const error = errors.get(name);
    const attributes = [
      `class="input" id="${name}" name="${name}" required`,
      autocomplete ? `autocomplete="${autocomplete}"` : "",
      error ? `aria-invalid="true" aria-describedby="${name}-error"` : "",
      first?.name === name ? "autofocus" : "",
    ].join(" ");
    const value = escapeHtml(values.get(name) ?? "");
    const control =
      type === "textarea"
        ? // A line break right after the tag is not part of what was typed.
          `<textarea ${attributes} rows="6">\n${value}</textarea>`
        : `<input ${attributes} type="${type}" value="${value}">`;
    return `<div class="field"><label class="field-label" for="${name}">${label}</label>${control}${error ? errorLine(`${name}-error`, error) : ""}</div>`;
  });
  return `<h1 class="title-page">${escapeHtml(form.heading)}</h1><div class="oxford-rule"></div>
${problemLine(problem)}<form class="plain-form" method="post" action="${form.path}">${fields.join("")}${honeypot}${button(form.button)}</form>`;
}

/** Holds everything that was typed in hidden fields, and asks what a program does not expect. */
export function questionPage(
  form: PlainForm,
  { values, question, problem }: Typed & { question: Question; problem: string | undefined },
): string {
  const kept = form.fields.map(({ name }) => hidden(name, values.get(name) ?? ""));
  return `<h1 class="title-page">One question before we send it</h1><div class="oxford-rule"></div>
<p class="plain-note">It tells us that a person wrote this. Everything you typed is kept.</p>
<form class="plain-form" method="post" action="${form.path}">${kept.join("")}${hidden("question", question.token)}
<fieldset class="plain-question"><legend class="field-label">Human verification</legend><div class="field"><label for="answer">${escapeHtml(question.text)}</label><input class="input" id="answer" name="answer" inputmode="numeric" autocomplete="off" required autofocus${problem ? ' aria-invalid="true" aria-describedby="answer-error"' : ""}>${problem ? errorLine("answer-error", problem) : ""}</div></fieldset>
${honeypot}${button(form.button)}</form>`;
}

const alertGlyph =
  '<svg width="15" height="15" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="M12 8v4M12 16h.01"/></svg>';

function errorLine(id: string, error: string): string {
  return `<p class="field-error" id="${id}">${alertGlyph}<span>${escapeHtml(error)}</span></p>`;
}

function problemLine(problem: string | undefined): string {
  return problem
    ? `<p class="field-error plain-problem" role="alert">${alertGlyph}<span>${escapeHtml(problem)}</span></p>\n`
    : "";
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

function button(label: string): string {
  return `<p><button class="button" data-kind="primary" data-size="large" type="submit">${escapeHtml(label)}</button></p>`;
}

/** Out of sight, out of the reading order and out of the way of Tab: only a program fills it in. */
const honeypot =
  '<div class="plain-trap" aria-hidden="true"><label>Website<input name="website" tabindex="-1" autocomplete="off"></label></div>';
