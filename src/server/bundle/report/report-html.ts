import { escapeHtml } from "../../escape-html.ts";
import { markStrokes } from "./marks.ts";
import { findingWords } from "#domain/finding-words.ts";
import type { Block, Cell, Chapter, Finding, ReportContent, Section, Table } from "./report-model.ts";
import { reportStyle } from "./report-style.ts";

/** Prints the report as one HTML file: it fetches nothing, runs nothing, and prints black on white. */
export function reportAsHtml(content: ReportContent): string {
  const { title, caption, facts, heading, front, chapters, back, number, foot, language } = content;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${reportStyle}</style></head><body><main>
<header class="caption"><div>${caption.map(({ text, label }, at) => `<p>${at === 0 ? `<b>${escapeHtml(text)}</b>` : escapeHtml(text)}<br>${escapeHtml(label)}</p>`).join("")}</div>
<div class="parens" aria-hidden="true">${facts.map(() => ")").join("<br>")}</div>
<dl>${facts.map(({ label, value, record }) => `<div><dt>${escapeHtml(label)}:</dt> <dd${record ? ' class="record"' : ""}>${escapeHtml(value)}</dd></div>`).join("")}</dl></header>
<h1>${escapeHtml(heading)}</h1>
${front.map((section) => sectionOf(section, "h2")).join("\n")}
${chapters.map(chapterOf).join("\n")}
${back.map((section) => sectionOf(section, "h2")).join("\n")}
<footer>${escapeHtml(number ?? "not issued")} · ${escapeHtml(foot)}</footer>
</main></body></html>
`;
}

function chapterOf({ number, title, finding, date, sections }: Chapter): string {
  return `<article class="chapter"><header><h2><span class="n">${number}</span>${escapeHtml(title)}</h2>
<span class="stamp ${cssOf(finding)}"><b>${findingWords[finding]}</b> <small>${escapeHtml(date)}</small></span></header>
${sections.map((section) => sectionOf(section, "h3")).join("")}</article>`;
}

function sectionOf({ number, title, blocks }: Section, level: "h2" | "h3"): string {
  return `<section><${level}><span class="n">${number}</span>${escapeHtml(title)}</${level}>${blocks.map(blockOf).join("")}</section>`;
}

function blockOf(block: Block): string {
  switch (block.kind) {
    case "statement":
      return `<p>${escapeHtml(block.text)}</p>`;
    case "note":
    case "record":
      return `<p class="${block.kind}">${escapeHtml(block.text)}</p>`;
    case "result":
      return `<p class="result ${cssOf(block.finding)}">${escapeHtml(block.text)}</p>`;
    case "list":
      return `<ul>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>`;
    case "ticks":
      return `<p class="ticks" role="img" aria-label="${escapeHtml(block.text)}">${block.findings.map((finding) => `<i class="${cssOf(finding)}"></i>`).join("")}</p>`;
    case "signatures":
      return `<div class="signatures">${block.labels.map((label) => `<p>${escapeHtml(label)}<br>Date:</p>`).join("")}</div>`;
    case "table":
      return tableOf(block);
  }
}

function tableOf({ label, columns, rows }: Table): string {
  const heads = columns.map(({ head }) => `<th scope="col">${escapeHtml(head)}</th>`).join("");
  const lines = rows.map(
    ({ number, cells }) =>
      `<tr><td class="n">${number}</td>${cells.map((cell) => `<td${cell.record ? ' class="record"' : ""}>${cellOf(cell)}</td>`).join("")}</tr>`,
  );
  return `<div class="wide"><table aria-label="${escapeHtml(label)}"><colgroup><col width="60">${columns.map(({ share }) => `<col width="${share}%">`).join("")}</colgroup><thead><tr><td class="n"></td>${heads}</tr></thead><tbody>${lines.join("")}</tbody></table></div>`;
}

function cellOf({ text, note, finding }: Cell): string {
  const said = finding
    ? `<span class="finding ${cssOf(finding)}">${markOf(finding)} ${escapeHtml(text)}</span>`
    : escapeHtml(text);
  return note === undefined ? said : `${said}<br><span class="note">${escapeHtml(note)}</span>`;
}

function markOf(finding: Finding): string {
  const strokes = markStrokes[finding].map(({ path, fill, paper, width, dash }) => {
    const ink = paper ? "#fff" : "currentColor";
    return `<path d="${path}" fill="${fill ? ink : "none"}" stroke="${fill ? "none" : ink}" stroke-width="${width ?? 1}"${dash ? ` stroke-dasharray="${dash.join(" ")}"` : ""}/>`;
  });
  return `<svg width="11" height="11" viewBox="0 0 16 16" aria-hidden="true">${strokes.join("")}</svg>`;
}

const cssOf = (finding: Finding) => finding.replace(" ", "-");
