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
  app_auth: "Signing in",
  app_worker: "The worker",
  app_backup: "The backup",
};

// How the catalogue spells what the policies are made of, and what it means. The longer comes before what it contains.
const phrases: readonly (readonly [RegExp, string])[] = [
  [
    /\(?company_id = \( SELECT app\.tenant\(\) AS tenant\)\)?/g,
    "it belongs to the company of the request, of which the caller is an active member",
  ],
  [
    /\(?id = \( SELECT app\.tenant\(\) AS tenant\)\)?/g,
    "it is the company of the request, of which the caller is an active member",
  ],
  [/\(?\(?\( ?SELECT app\.my_role\(\) AS my_role\)\)? = ANY \(ARRAY\[([^\]]*)\]\)\)?/g, "the caller is $1 there"],
  [/\(?\( ?SELECT app\.my_role\(\) AS my_role\) = ('[a-z]+'::text)\)?/g, "the caller is $1 there"],
  [/\(?\b(\w+) = \( SELECT app\.uid\(\) AS uid\)\)?/g, "its $1 is the caller"],
  [/\(?\b(\w+) = ANY \(\(\( SELECT app\.(\w+)\(\) AS \w+\)\)(?:::uuid\[\])?\)\)?/g, "its $1 is among the caller's $2"],
  [/\( SELECT app\.is_platform_admin\(\) AS is_platform_admin\)/g, "the caller runs this installation"],
  [/\( SELECT app\.has_second_factor\(\) AS has_second_factor\)/g, "the caller brought a second factor"],
  [/\( SELECT app\.(\w+)\(\) AS \w+\)/g, "$1 of the caller"],
  [/::(text|uuid|uuid\[\])/g, ""],
  [/'([^']*)'/g, "$1"],
  [/<>/g, "is not"],
  [/\bIS NULL\b/g, "is empty"],
  [/\bIS NOT NULL\b/g, "is not empty"],
  [/\bNOT\b/g, "not"],
  [/\bAND\b/g, "and"],
  [/\bOR\b/g, "or"],
];

/** An expression in words, as far as its parts are known; the rest stands as it is. */
function inWords(expression: string): string {
  if (expression === "true") return "";
  const words = phrases.reduce((text, [spelled, means]) => text.replace(spelled, means), expression);
  return words.replace(/\s+/g, " ").replace(/_/g, " ").replaceAll(" of the caller's my ", " of the caller's ").trim();
}

/** `a`, `a and b`, `a, b and c` */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** What a policy lets happen, as a sentence made of its own parts. */
export function sayPolicy({ table, permissive, command, roles, using, check }: Policy): string {
  const callers = listed(roles.map((role) => who[role] ?? role));
  const condition = inWords(using ?? check ?? "true");
  const also = using !== null && check !== null && check !== using ? inWords(check) : "";
  const start = `${callers} may ${permissive ? "" : "only "}${verbs[command] ?? command} of ${table.replace(/_/g, " ")}`;
  const when = condition === "" ? (permissive ? " wherever the walls let them" : "") : ` where ${condition}`;
  return `${start}${when}${also === "" ? "" : `, and leave only such as ${also}`}.`;
}
