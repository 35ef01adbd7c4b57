import type { Block, Inline } from "#domain/policies/policy-text.ts";
import { escapeHtml } from "../../escape-html.ts";

/** A policy's blocks as HTML. What people wrote is text of ours, and nothing of it is markup. */
export function policyHtml(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join("");
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case "heading":
      // The page has its own first heading.
      return `<h${block.level + 1}>${inlineHtml(block.inline)}</h${block.level + 1}>`;
    case "paragraph":
    case "statement":
    case "fact":
      return `<p>${inlineHtml(block.inline)}</p>`;
    case "list": {
      const items = block.items.map((item) => `<li>${policyHtml(item)}</li>`).join("");
      return block.start === null ? `<ul>${items}</ul>` : `<ol start="${block.start}">${items}</ol>`;
    }
    case "quote":
      return `<blockquote>${policyHtml(block.blocks)}</blockquote>`;
    case "rule":
      return "<hr>";
    case "table": {
      const cells = (row: readonly (readonly Inline[])[], tag: "th" | "td") =>
        row.map((cell) => `<${tag}>${inlineHtml(cell)}</${tag}>`).join("");
      const rows = block.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
      return `<div class="me-table" data-scrolls="a policy's table may be wide" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${cells(block.head, "th")}</tr></thead><tbody>${rows}</tbody></table></div>`;
    }
  }
}

function inlineHtml(inline: readonly Inline[]): string {
  return inline
    .map((piece) => {
      switch (piece.kind) {
        case "text":
          return escapeHtml(piece.text);
        case "code":
          return `<code>${escapeHtml(piece.text)}</code>`;
        case "strong":
          return `<strong>${inlineHtml(piece.inline)}</strong>`;
        case "emphasis":
          return `<em>${inlineHtml(piece.inline)}</em>`;
        case "link":
          return `<a class="link" href="${escapeHtml(piece.href)}" rel="noreferrer">${inlineHtml(piece.inline)}</a>`;
        case "break":
          return "<br>";
      }
    })
    .join("");
}
