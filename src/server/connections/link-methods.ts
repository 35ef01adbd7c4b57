import type { Connector, Scope } from "#connectors/connector.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import { redirects } from "./linking/authorization-url.ts";

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

/** What a connector asks to read, each scope with the titles of the checks that stay unknown without it. */
export function presentScopes({ manifest, steps, checks }: Connector) {
  const { required, optional } = manifest.scopes;
  const checksOf = (scope: string) => {
    const needing = new Set(steps.filter(({ scopes }) => scopes.includes(scope)).map(({ id }) => id));
    return checks.filter((check) => check.steps.some((id) => needing.has(id))).map(({ title }) => title);
  };
  const present = ({ name, reads }: Scope, isRequired: boolean) => ({
    scope: name,
    reads,
    required: isRequired,
    checks: checksOf(name),
  });
  return [...required.map((scope) => present(scope, true)), ...optional.map((scope) => present(scope, false))];
}
