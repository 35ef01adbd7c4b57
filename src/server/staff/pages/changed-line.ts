import { readableBlock } from "#domain/policies/compare.ts";
import type { ComparedBlock } from "#domain/policies/compare.ts";
import { escapeHtml } from "../../escape-html.ts";

/** So much of a paragraph is shown, and around each change so much of what stayed. */
const SHOWN = 600;
const AROUND = 80;

const heads = { added: "New", removed: "Removed", changed: "Changed", same: "Same" } as const;

/** One difference as a line of a list: marked for the eye, and said to whoever hears the page. */
export function changedLine({ kind, text, parts }: ComparedBlock): string {
  const said = parts
    ? parts.map((part, at) => marked(part.kind, part.text, at === 0, at === parts.length - 1)).join("")
    : escapeHtml(readableBlock(text).slice(0, SHOWN));
  return `<li><b>${heads[kind]}</b> ${said}</li>`;
}

function marked(kind: "same" | "removed" | "added", text: string, isFirst: boolean, isLast: boolean): string {
  if (kind === "same") return escapeHtml(around(text, isFirst, isLast));
  const [tag, word] = kind === "removed" ? ["del", "Removed"] : ["ins", "New"];
  return `<${tag}><span class="me-heard"> ${word}: </span>${escapeHtml(text.slice(0, SHOWN))}<span class="me-heard">. End. </span></${tag}>`;
}

/** What stayed, near the changes beside it. */
function around(text: string, isFirst: boolean, isLast: boolean): string {
  const [head, tail] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  if (text.length <= head + tail + AROUND) return text;
  return `${text.slice(0, head)} … ${tail === 0 ? "" : text.slice(-tail)}`;
}
