import type { Connector } from "#connectors/connector.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import { redirects } from "./linking/vendor-page.ts";

/** What instructions may name in {braces}: "externalId", "principal", "redirectUri". */
export type LinkFacts = Readonly<Record<string, string>>;

/** A way to connect as the dialog shows it; what `facts` do not know stays as it is written. */
export function presentMethod(method: LinkMethod, facts: LinkFacts) {
  const fill = (text: string, mark: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => (facts[name] ? `${mark}${facts[name]}${mark}` : whole));
  const filled = (text: string) => fill(text, "");
  return {
    id: method.id,
    title: method.title,
    explanation: filled(method.explanation),
    // In backticks stands what has to be entered at the vendor, which the dialog lets people copy.
    instructions: method.instructions.map((text) => fill(text, "`")),
    redirects: redirects(method),
    fields: method.fields.map(({ name, label, help, placeholder, secret, multiline, pattern, message }) => ({
      name,
      label,
      help: filled(help),
      placeholder,
      secret,
      multiline: multiline ?? false,
      pattern: pattern.source,
      message,
    })),
  };
}

/** What a connector asks to read: the scopes that it needs, and those without which only some checks stay unknown. */
export function presentScopes({ manifest }: Connector) {
  const { required, optional } = manifest.scopes;
  return [
    ...required.map(({ name, reads }) => ({ scope: name, reads, required: true })),
    ...optional.map(({ name, reads }) => ({ scope: name, reads, required: false })),
  ];
}
