/** A row-level security policy as PostgreSQL's catalogue has it. */
export interface Policy {
  readonly table: string;
  readonly permissive: boolean;
  /** ALL, SELECT, INSERT, UPDATE or DELETE. */
  readonly command: string;
  readonly roles: readonly string[];
  /** Which rows are seen or touched; null where the command has none. */
  readonly using: string | null;
  /** Which rows may be written. */
  readonly check: string | null;
}

const verbs: Readonly<Record<string, string>> = {
  ALL: "read, add, change or delete rows",
  SELECT: "read rows",
  INSERT: "add rows",
  UPDATE: "change rows",
  DELETE: "delete rows",
};

const who: Readonly<Record<string, string>> = {
  public: "Everybody",
  app_user: "Requests",
  app_auditor: "Auditors",
  app_staff: "Staff",
  app_auth: "Signing in",
  app_worker: "The worker",
  app_backup: "The backup",
};

const asked = (name: string) => String.raw`\(? ?SELECT app\.${name}\(\) AS \w+\)?`;
const whole = (pattern: string) => new RegExp(`^${pattern}$`);
const texts = (array: string) => [...array.matchAll(/'([^']*)'/g)].map(([, text]) => text!);

// What policies are made of, as the catalogue spells it, and what it means of a row.
const meanings: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [
    whole(`company_id = ${asked("tenant")}`),
    () => "the row belongs to the company of the request, of which the caller is an active member",
  ],
  [
    whole(`id = ${asked("tenant")}`),
    () => "the row is the company of the request, of which the caller is an active member",
  ],
  [
    whole(String.raw`${asked("my_role")} = ANY \(ARRAY\[([^\]]*)\]\)`),
    (roles) => `the caller is ${listed(texts(roles!), "or")} of the company`,
  ],
  [whole(`${asked("my_role")} = '(\\w+)'::text`), (role) => `the caller is ${role} of the company`],
  [whole(asked("is_platform_admin")), () => "the caller runs this installation"],
  [whole(asked("has_second_factor")), () => "the caller brought a second factor"],
  [
    whole(String.raw`id = ANY \(${asked("my_companies")}(?:::uuid\[\])?\)`),
    () => "the caller is an active member of it",
  ],
  [
    whole(String.raw`(\w+) = ANY \(${asked("co_members")}(?:::uuid\[\])?\)`),
    (column) => `its ${column} is a member of the company of the request`,
  ],
  [whole(`(\\w+) = ${asked("uid")}`), (column) => `its ${column} is the caller`],
  [/^(\w+) = '([^']*)'::text$/, (column, value) => `its ${column} is ${value}`],
  [/^(\w+) <> '([^']*)'::text$/, (column, value) => `its ${column} is not ${value}`],
  [/^(\w+) IS NULL$/, (column) => `its ${column} is empty`],
  [/^(\w+) IS NOT NULL$/, (column) => `its ${column} is not empty`],
  [/^NOT (\w+)$/, (column) => `its ${column} is off`],
  [/^(\w+)$/, (column) => `its ${column} is on`],
];

/** An expression in words as far as its parts are known; a part that is not stands as it is. */
function inWords(expression: string): string {
  const bare = withoutParentheses(expression);
  const either = parted(bare, " OR ");
  if (either.length > 1) return `either ${either.map(inWords).join(" or ")}`;
  const all = parted(bare, " AND ");
  if (all.length > 1) return listed(all.map(inWords), "and");
  for (const [pattern, message] of meanings) {
    const found = pattern.exec(bare);
    if (found) return message(...found.slice(1));
  }
  return bare;
}

/** Without the parentheses that enclose all of it. */
function withoutParentheses(expression: string): string {
  const text = expression.trim();
  if (!text.startsWith("(") || depths(text).indexOf(0) !== text.length - 1 || /^\( ?SELECT /.test(text)) return text;
  return withoutParentheses(text.slice(1, -1));
}

/** The parts between a word that stands in no parentheses. */
function parted(text: string, word: string): string[] {
  const depth = depths(text);
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (depth[at] !== 0) continue;
    parts.push(text.slice(from, at));
    from = at + word.length;
  }
  return [...parts, text.slice(from)];
}

/** How many parentheses are open after each character. */
function depths(text: string): number[] {
  let open = 0;
  return Array.from(text, (character) => (open += character === "(" ? 1 : character === ")" ? -1 : 0));
}

/** `a`, `a and b`, `a, b and c` */
function listed(words: readonly string[], last: "and" | "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

const condition = (expression: string | null) =>
  expression === null || expression === "true" ? "" : inWords(expression);

/** What a policy lets happen, as a sentence made of its own parts. */
export function sayPolicy({ table, permissive, command, roles, using, check }: Policy): string {
  const callers = listed(
    roles.map((role) => who[role] ?? role),
    "and",
  );
  const before = condition(using ?? check);
  const after = using !== null && check !== using ? condition(check) : "";
  const start = `${callers} may ${verbs[command] ?? command} of ${table}`;
  const when =
    before === "" ? (permissive ? " wherever its walls let them" : "") : `${permissive ? "" : " only"} where ${before}`;
  return `${start}${when}${after === "" ? "" : `; afterwards ${after}`}.`;
}
