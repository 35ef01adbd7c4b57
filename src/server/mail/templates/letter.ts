/** What every mail says in its two bodies. The link stands on a line of its own, so that any reader can copy it. */
interface Letter {
  readonly greeting: string;
  readonly before: string;
  readonly action: string;
  readonly link: string;
  readonly after: string;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Makes text safe inside HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!);
}

export function writeLetter(letter: Letter): { text: string; html: string } {
  const text = `${letter.greeting}\n\n${letter.before}\n\n${letter.link}\n\n${letter.after}\n\nExhibit\n`;
  const link = escapeHtml(letter.link);
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(letter.action)}</title></head>
<body style="margin:0;padding:24px;background:#eeeae2;color:#211d17;font:16px/25px Georgia,'Times New Roman',serif">
<div style="max-width:560px;margin:0 auto;padding:28px 32px;background:#fcfaf5;border:1px solid #c5bdb0;border-top:6px double #211d17">
<p style="margin:0 0 16px">${escapeHtml(letter.greeting)}</p>
<p style="margin:0 0 20px">${escapeHtml(letter.before)}</p>
<p style="margin:0 0 20px"><a href="${link}" style="display:inline-block;padding:10px 18px;background:#1238b4;color:#fcfaf5;border-radius:3px;text-decoration:none;font:600 15px/20px Arial,sans-serif">${escapeHtml(letter.action)}</a></p>
<p style="margin:0 0 8px;font-size:13px;line-height:20px">If the button does not work, open this address:</p>
<p style="margin:0 0 20px;font:12px/18px monospace;word-break:break-all">
${link}
</p>
<p style="margin:0;font-size:13px;line-height:20px">${escapeHtml(letter.after)}</p>
</div>
</body>
</html>
`;
  return { text, html };
}
