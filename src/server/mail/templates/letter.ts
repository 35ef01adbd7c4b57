/** What every mail says in its two bodies. */
interface Letter {
  readonly greeting: string;
  readonly before: string;
  /** A button; its link also stands on a line of its own, so that any reader can copy it. */
  readonly action?: { readonly label: string; readonly link: string };
  /** What somebody else wrote, set apart from our own words and shown as the plain text it is. */
  readonly quoted?: Quoted;
  readonly after: string;
}

interface Quoted {
  /** One line each: what it is, and what was typed. */
  readonly lines: readonly (readonly [label: string, value: string])[];
  readonly text?: string;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Makes text safe inside HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!);
}

/** Writes a letter's two bodies: plain text, and the same on paper with the double rule. */
export function writeLetter(letter: Letter): { text: string; html: string } {
  const { greeting, before, action, quoted, after } = letter;
  const parts = [greeting, before, ...(action ? [action.link] : []), ...(quoted ? [quoteText(quoted)] : []), after];
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(action?.label ?? before)}</title></head>
<body style="margin:0;padding:24px;background:#eeeae2;color:#211d17;font:16px/25px Georgia,'Times New Roman',serif">
<div style="max-width:560px;margin:0 auto;padding:28px 32px;background:#fcfaf5;border:1px solid #c5bdb0;border-top:6px double #211d17">
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
<p style="margin:0 0 20px">${escapeHtml(before)}</p>
${action ? button(action) : ""}${quoted ? quoteHtml(quoted) : ""}<p style="margin:0;font-size:13px;line-height:20px">${escapeHtml(after)}</p>
</div>
</body>
</html>
`;
  return { text: `${parts.join("\n\n")}\n\nExhibit\n`, html };
}

function button(action: { label: string; link: string }): string {
  const link = escapeHtml(action.link);
  return `<p style="margin:0 0 20px"><a href="${link}" style="display:inline-block;padding:10px 18px;background:#1238b4;color:#fcfaf5;border-radius:3px;text-decoration:none;font:600 15px/20px Arial,sans-serif">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 8px;font-size:13px;line-height:20px">If the button does not work, open this address:</p>
<p style="margin:0 0 20px;font:12px/18px monospace;word-break:break-all">
${link}
</p>
`;
}

function quoteText({ lines, text }: Quoted): string {
  const facts = lines.map(([label, value]) => `> ${label}: ${value}`);
  const words = text === undefined ? [] : [">", ...text.split("\n").map((line) => `> ${line}`.trimEnd())];
  return [...facts, ...words].join("\n");
}

function quoteHtml({ lines, text }: Quoted): string {
  const facts = lines.map(
    ([label, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;vertical-align:top;font:12px/20px Arial,sans-serif;color:#6b6355">${escapeHtml(label)}</td><td style="padding:2px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  const words =
    text === undefined
      ? ""
      : `<p style="margin:12px 0 0;padding:12px 0 0;border-top:1px solid #c5bdb0;white-space:pre-wrap;word-break:break-word">${escapeHtml(text)}</p>`;
  return `<div style="margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px double #211d17"><table role="presentation" style="border-collapse:collapse;font:inherit">${facts.join("")}</table>${words}</div>
`;
}
