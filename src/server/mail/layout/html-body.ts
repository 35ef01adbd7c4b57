import { escapeHtml } from "../../escape-html.ts";
import { brandMark } from "./brand-mark.ts";
import { oneLine, printable } from "./one-line.ts";
import { headStyles, light, mono, sans, serif } from "./email-theme.ts";
import { hostOf } from "./parts.ts";
import type { Fact, Email } from "./parts.ts";

const prose = `font:16px/25px ${serif};color:${light("ink")}`;
const small = `font:13px/20px ${sans};color:${light("ink3")}`;
const breaks = "word-break:break-word;overflow-wrap:anywhere";

/** A word from outside, which may run from right to left, kept apart from the words around it. */
const apart = (text: string) => `<span dir="auto">${escapeHtml(text)}</span>`;

const table = (attributes: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`;

const paragraph = (text: string, style = prose, className = "ink") =>
  `<p class="${className}" style="margin:0;${style};${breaks}">${text}</p>`;

/**
 * The letter as a sheet of Exhibit: numbers in the margin, the double rule, the matter. Tables, inline styles and colors
 * as attributes, because that is what mail programs agree on.
 */
export function htmlBody(letter: Email): string {
  const { greeting, before, said, facts, action, quoted, after, command, subject } = letter;
  const title = oneLine(subject ?? action?.label ?? before);
  const numbered: readonly (readonly [matter: string, drop?: number])[] = [
    [paragraph(escapeHtml(oneLine(before)))],
    ...(said === undefined ? [] : [[words(said)] as const]),
    ...(facts ? [[register(facts), 5] as const] : []),
    ...(action ? [[button(action), 10] as const] : []),
    ...(quoted ? [[quotation(quoted), 5] as const] : []),
    [paragraph(escapeHtml(oneLine(after)))],
    ...(command ? [[commandLine(command)] as const] : []),
  ];
  const rows = [
    row("", letterhead, 30),
    ...(subject === undefined ? [] : [row("", heading(title), 34)]),
    row("", paragraph(apart(oneLine(greeting))), 24),
    ...numbered.map(([matter, drop], index) => row(String(index + 1), matter, 18, 0, drop)),
    row("", foot(letter), 36, 30),
  ];
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(title)}</title>
<style>${headStyles}</style>
</head>
<body class="desk" bgcolor="${light("desk")}" style="margin:0;padding:0;background-color:${light("desk")};-webkit-text-size-adjust:100%">
<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(oneLine(before))}${"&#847;&zwnj;&nbsp;".repeat(60)}</div>
${table(
  `class="desk" width="100%" bgcolor="${light("desk")}" style="background-color:${light("desk")}"`,
  `<tr><td class="around" align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
${table(
  `class="sheet" width="100%" bgcolor="${light("sheet")}" style="table-layout:fixed;max-width:600px;background-color:${light("sheet")};border:1px solid ${light("edge")};border-collapse:separate"`,
  `\n${rows.join("\n")}\n`,
)}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>`,
)}
</body>
</html>
`;
}

/**
 * One entry of the sheet: its number in the margin, the double rule, the matter. `drop` is how many pixels deeper than
 * prose the first line of the matter stands; the number goes with it.
 */
function row(number: string, matter: string, above: number, below = 0, drop = 0): string {
  return `<tr><td class="margin ink3" width="44" valign="top" align="right" aria-hidden="true" style="width:44px;padding:${above + drop}px 10px 0 0;font:12px/25px ${mono};color:${light("ink3")}">${number}</td>
<td class="matter double" valign="top" align="left" style="padding:${above}px 44px ${below}px 22px;border-left:4px double ${light("doubleRule")}">${matter}</td></tr>`;
}

const letterhead = table(
  "",
  `<tr><td valign="middle">${brandMark}</td><td class="ink" valign="middle" style="padding-left:9px;font:bold 20px/26px ${serif};letter-spacing:-0.01em;color:${light("ink")}">Exhibit</td></tr>`,
);

/** The title, and under it the thick and the thin rule. */
function heading(title: string): string {
  return `<h1 class="ink title" style="margin:0 0 14px;font:normal 28px/34px ${serif};letter-spacing:-0.015em;color:${light("ink")};${breaks}">${apart(title)}</h1>
<div class="oxford" style="height:2px;font-size:0;line-height:2px;border-top:3px solid ${light("ink")};border-bottom:1px solid ${light("ink")}">&nbsp;</div>`;
}

function button({ label, link }: { readonly label: string; readonly link: string }): string {
  const href = escapeHtml(link);
  const labelled = `<a class="label" href="${href}" style="display:inline-block;padding:12px 22px;font:bold 15px/20px ${sans};color:${light("onSignature")};text-decoration:none">${escapeHtml(label)}</a>`;
  return `${table(
    "",
    `<tr><td class="signed" bgcolor="${light("signature")}" style="border-radius:3px;background-color:${light("signature")};mso-padding-alt:12px 22px">${labelled}</td></tr>`,
  )}
${paragraph("Or open this address:", `padding:16px 0 0;${small}`, "ink3")}
${copied(`<a class="link" href="${href}" style="color:${light("link")};text-decoration:none">\n${href}\n</a>`)}`;
}

function commandLine({ text, line }: NonNullable<Email["command"]>): string {
  return paragraph(escapeHtml(text)) + copied(escapeHtml(line), "break-word");
}

/** A line to copy, as the record it is. An address has no places to break at, so it breaks at any. */
function copied(html: string, wordBreak = "break-all"): string {
  return `<p class="ink sunken" style="margin:6px 0 0;padding:8px 12px;font:13px/20px ${mono};color:${light("ink")};background-color:${light("sunken")};word-break:${wordBreak};overflow-wrap:anywhere">${html}</p>`;
}

/** Facts, ruled and not boxed. */
function register(facts: readonly Fact[]): string {
  const line = `border-top:1px solid ${light("rule")}`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="ink3 line" width="84" valign="top" style="width:84px;padding:7px 12px 7px 0;${line};font:13px/20px ${sans};color:${light("ink3")}">${escapeHtml(label)}</td><td class="ink line" valign="top" style="padding:7px 0;${line};font:14px/20px ${sans};color:${light("ink")};${breaks}">${apart(oneLine(value))}</td></tr>`,
  );
  return table(
    `class="line" width="100%" style="table-layout:fixed;border-bottom:1px solid ${light("rule")}"`,
    rows.join("\n"),
  );
}

/** What somebody else wrote: under the facts about it, behind a rule of its own. */
function quotation({ lines, text }: NonNullable<Email["quoted"]>): string {
  if (text === undefined) return register(lines);
  return `${register(lines)}
<div dir="auto" class="ink quote" style="margin:16px 0 0;padding:0 14px;border-left:3px solid ${light("edge")};${prose};${breaks}">${brokenLines(text)}</div>`;
}

/** What we wrote ourselves, with the lines it was written in. */
function words(text: string): string {
  return `<div dir="auto" class="ink" style="${prose};${breaks}">${brokenLines(text)}</div>`;
}

function brokenLines(text: string): string {
  const indented = (line: string) => line.replace(/^[ \t]+/, (spaces) => "&nbsp;".repeat(Math.min(spaces.length, 40)));
  return printable(text)
    .split("\n")
    .map((line) => indented(escapeHtml(line)))
    .join("<br>\n");
}

function foot(letter: Email): string {
  const host = hostOf(letter);
  const from =
    letter.appUrl === undefined || host === undefined
      ? `Exhibit${host === undefined ? "" : ` at ${escapeHtml(host)}`}`
      : `Exhibit at <a class="ink3" href="${escapeHtml(letter.appUrl)}" style="color:${light("ink3")};text-decoration:underline">${escapeHtml(host)}</a>`;
  const because = letter.because === undefined ? "" : `${escapeHtml(letter.because)}<br>`;
  const stop =
    letter.stop === undefined
      ? ""
      : `<a class="ink3" href="${escapeHtml(letter.stop.link)}" style="color:${light("ink3")};text-decoration:underline">${escapeHtml(letter.stop.label)}</a><br>`;
  return `<div class="line" style="border-top:1px solid ${light("rule")};padding:14px 0 0">${paragraph(
    `${because}${stop}${from}`,
    `font:12px/19px ${sans};color:${light("ink3")}`,
    "ink3",
  )}</div>`;
}
