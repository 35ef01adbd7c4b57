/** Fields by which a JQL may name what tickets are; others, such as key, assignee, a label or a component, can pick single ones. */
const FIELDS = ["project", "category", "type", "issuetype", "request type"];
const TOKEN = /\s*(?:"([^"\\]*)"|'([^'\\]*)'|([A-Za-z0-9_.-]+)|([(),=]))/y;

type Token = { readonly word: string; readonly quoted: boolean } | { readonly mark: string };

/**
 * Whether a JQL finds whole populations alone: projects and types of tickets by "=" and "in", joined by "and" and "or". By anything else, a
 * negation too, whoever writes it could leave out the tickets that fail.
 */
export function isPlainJql(jql: string): boolean {
  const tokens = tokensOf(jql.trim());
  if (!tokens) return false;
  let at = 0;
  const mark = (wanted: string) => {
    const token = tokens[at];
    const is = token !== undefined && "mark" in token && token.mark === wanted;
    if (is) at += 1;
    return is;
  };
  const word = (...wanted: readonly string[]) => {
    const token = tokens[at];
    if (token === undefined || "mark" in token) return false;
    const is = wanted.length === 0 || (!token.quoted && wanted.includes(token.word.toLowerCase()));
    if (is) at += 1;
    return is;
  };
  const field = () => {
    const token = tokens[at];
    const is = token !== undefined && "word" in token && FIELDS.includes(token.word.toLowerCase());
    if (is) at += 1;
    return is;
  };
  const values = () => {
    if (!mark("(")) return false;
    do if (!word()) return false;
    while (mark(","));
    return mark(")");
  };
  const clause = (): boolean => {
    if (mark("(")) return all() && mark(")");
    if (!field()) return false;
    return mark("=") ? word() : word("in") && values();
  };
  const all = (): boolean => {
    do if (!clause()) return false;
    while (word("and", "or"));
    return true;
  };
  return all() && at === tokens.length;
}

/** The words and marks of a JQL; undefined where it has others. */
function tokensOf(jql: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < jql.length) {
    const found = TOKEN.exec(jql);
    if (!found) return undefined;
    const [, double, single, bare, mark] = found;
    const quoted = double ?? single;
    if (mark !== undefined) tokens.push({ mark });
    else tokens.push({ word: quoted ?? bare ?? "", quoted: quoted !== undefined });
  }
  return tokens;
}
