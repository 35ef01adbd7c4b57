import { redact } from "../../redaction.ts";

/** Takes secrets out of a text, whatever form they have in it. */
export type Redactor = (text: string) => string;

const MASK = "[redacted]";
/** What is shorter would be found in texts that have nothing to do with it. */
const SHORTEST = 6;
const tokenLike =
  /token|secret|password|assertion|credential|signature|key|^code$|^state$|^sig$|^jwt$|^after$|^cursor$|^email$/i;

/** A redactor of these secrets: as they are, in URLs, forms and JSON, in base64 at any offset, and in hexadecimal. */
export function redactorOf(secrets: readonly string[]): Redactor {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= SHORTEST).flatMap(formsOf))]
    // The longest first: a secret may be part of another.
    .toSorted((a, b) => b.length - a.length);
  return (text) => redact(forms.reduce((safe, form) => safe.replaceAll(form, MASK), text)) as string;
}

/** Path and query of a URL without what only a program needs: values of parameters that carry tokens are masked. */
export function shownPath(url: URL): string {
  const query = [...url.searchParams].map(
    ([name, value]) => `${encodeURIComponent(name)}=${tokenLike.test(name) ? MASK : encodeURIComponent(value)}`,
  );
  return query.length > 0 ? `${url.pathname}?${query.join("&")}` : url.pathname;
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams({ "": secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("hex"),
    ...[0, 1, 2].flatMap((offset) => inBase64(bytes, offset)),
  ].filter((form) => form.length >= SHORTEST);
}

/** What all base64 texts have in common in which these bytes begin `offset` bytes after a group of three. */
function inBase64(bytes: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString("base64")
    .replace(/(?<!=)=+$/, "");
  // The first characters also depend on what stands before, the last one on what follows.
  const from = Math.ceil((offset * 8) / 6);
  const to = Math.floor(((offset + bytes.length) * 8) / 6);
  const common = text.slice(from, to);
  return [common, common.replaceAll("+", "-").replaceAll("/", "_")];
}
