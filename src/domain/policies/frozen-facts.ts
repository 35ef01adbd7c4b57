const OPENS = /^::: (fact|table) ([a-z0-9][a-z0-9.-]{0,80})$/;

/**
 * A text with the values of facts and tables as they are now in their blocks; one without a value stays as it is. Bytes outside of the
 * blocks are not touched.
 */
export function fillFacts(text: string, values: Readonly<Record<string, string>>): string {
  const out: string[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    out.push(line);
    const [, kind, key] = OPENS.exec(line) ?? [];
    const value = kind === undefined ? undefined : values[`${kind} ${key}`];
    const close = value === undefined ? -1 : lines.indexOf(":::", at + 1);
    if (value === undefined || close === -1) continue;
    out.push(value);
    at = close - 1;
  }
  return out.join("\n");
}
