const VERB = /^\s*(?:--[^\n]*\n\s*)*([a-z]+)/i;
const NAME = /"?\b(app|auth|migrations)"?\."?([a-z_][a-z0-9_]*)"?/g;
/** A statement of many tables is named by its first. */
const MOST = 3;

/** What a statement does and to what, without anything that it is given: its verb and the names of our schemas in it. */
export function statementName(sql: string): { readonly verb: string; readonly tables: string } {
  const verb = (VERB.exec(sql)?.[1] ?? "other").toUpperCase();
  const names = new Set<string>();
  for (const [, schema, name] of sql.matchAll(NAME)) {
    names.add(`${schema}.${name}`);
    if (names.size === MOST) break;
  }
  return { verb, tables: [...names].join(", ") };
}
