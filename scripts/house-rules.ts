import { basename } from "node:path/posix";
import { answerKinds } from "#server/db/functions.gen.ts";
import type { SourceFile } from "./source-files.ts";

const LONGEST = 250;

/** Tests may know more than what they test. */
export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || path.startsWith("tests/");
}

const isCode = (path: string) => /\.(ts|tsx|mjs|js)$/.test(path);

/** Where nothing may ask the world: clock, chance and network come in as arguments. */
const certain = /^src\/(domain|catalog|contract|connectors|judge|server\/(?!app\/))/;

const uncertain: readonly [RegExp, string][] = [
  [/\bMath\.random\(/, "draws with Math.random(); take randomness as an argument"],
  [/(?<![.\w])(?:globalThis\.)?fetch\(/, "uses the global fetch; take the network as an argument"],
];

/** The only places that ask the machine what time it is; all others are given a clock that came from there. */
export const clocks: readonly string[] = ["src/server/clock.ts", "src/web/clock.ts"];

/** Every way to ask the machine's clock, or its time zone. A `Date` that is made from something asks neither. */
const timely: readonly [RegExp, string][] = [
  [
    /\bnew\s+(?:globalThis\s*\.\s*)?Date\b(?!\s*\(\s*[^\s)])/,
    "asks the machine's clock with new Date(); take the time as an argument",
  ],
  [
    /\bDate\s*(?:\?\.|\.)\s*now\b|\bDate\s*\[\s*["'`]/,
    "asks the machine's clock with Date.now(); take the time as an argument",
  ],
  [/(?<!\bnew\s+)(?<![.\w])Date\(/, "asks the machine's clock with Date(); take the time as an argument"],
  [/\bTemporal\.Now\b/, "asks the machine's clock with Temporal.Now; take the time as an argument"],
  [/\bperformance\.(?:timeOrigin|toJSON)\b/, "asks the machine's clock with performance; take the time as an argument"],
  [
    /\.[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(/,
    "reads a date in the machine's time zone; say UTC",
  ],
];

/** The database's clock inside a statement. */
const databaseClock =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\b(?:current_date|current_timestamp|localtimestamp)\b/i;

/**
 * Who may ask it all the same, since what they ask is compared with nothing of the application's. What the application says
 * comes as a value.
 */
export const byTheDatabase: Readonly<Record<string, string>> = {
  "src/server/db/migrate.ts": "when a migration was applied, which is compared with nothing",
  "src/server/mail/delivery.ts": "a lease on a mail, which all workers count by one clock",
  "src/server/alert-preferences/handlers.ts":
    "since when a choice holds, which is compared with the ledger's own times",
  "src/server/jobs/claim-jobs.ts": "a lease on a job, which all workers count by one clock",
  "src/server/health/clocks.ts": "how far the machine's clock is from it",
};

/** Uses of the environment, the clock, chance and the network outside the places that may. */
export function ownUncertainty({ path, text }: SourceFile): string[] {
  if (!isCode(path) || isTest(path) || !path.startsWith("src/")) return [];
  const code = withoutComments(text);
  const readsEnvironment = /\bprocess\.env\b/.test(code) && path !== "src/server/app/config.ts";
  const asks = certain.test(path) ? uncertain.filter(([pattern]) => pattern.test(code)) : [];
  return [
    ...(readsEnvironment ? ["reads process.env; only src/server/app/config.ts does"] : []),
    ...asks.map(([, sentence]) => sentence),
    ...(clocks.includes(path) ? [] : ownTime(path, code)),
  ];
}

function ownTime(path: string, code: string): string[] {
  const statements = [...code.matchAll(/`(?:\\.|[^`\\])*`/g)].map(([text]) => text.replace(/\$\{[^}]*\}/g, "?"));
  return [
    ...timely.filter(([pattern]) => pattern.test(code)).map(([, sentence]) => sentence),
    ...(!(path in byTheDatabase) && statements.some((text) => databaseClock.test(text))
      ? ["asks the database's clock; give the statement the time as a value"]
      : []),
  ];
}

/** Who a transaction acts for: conditions compare with it, and nothing of it is read. */
const inConditions: readonly string[] = ["app.tenant", "app.uid"];

const sqlWithShape = /\bsql<((?:[^<>`]|<[^<>`]*>)*)>\s*`([^`]*)`/g;

/**
 * Calls of the database's functions that the catalogue does not type: by name inside a statement, or with a shape written by hand for
 * what they answer.
 */
export function ownCalls({ path, text }: SourceFile): string[] {
  if (!path.startsWith("src/server/") || !path.endsWith(".ts") || isTest(path)) return [];
  const code = withoutComments(text);
  const named = [...code.matchAll(/\b(?:app|auth)\.[a-z_0-9]+(?=\()/g)].map(([name]) => name);
  const called = [...new Set(named)].filter((name) => name in answerKinds && !inConditions.includes(name));
  const shaped = [...code.matchAll(sqlWithShape)].filter(
    ([, shape = "", statement = ""]) =>
      statement.includes("functionOf(") && shape.includes("{") && !shape.includes("RowOf<"),
  );
  return [
    ...called.map((name) => `calls ${name} inside a statement; callFunction and functionOf type it from the catalogue`),
    ...shaped.map(() => "writes by hand what a function of the database answers; RowOf has it from the catalogue"),
  ];
}

/** Ways past the facts: a connector's check that reads what is stored of an item, where a value that was not read looks like one. */
export function unwrapped({ path, text }: SourceFile): string[] {
  if (!/^src\/connectors\/[^/]+\/checks(\/|\.ts$)/.test(path) || isTest(path)) return [];
  return /\.data\s+as\b/.test(withoutComments(text)) ? ["unwraps an item's data; read facts of it"] : [];
}

/** Parts of the workspace that are fetched later without a word for a file that cannot be had. */
export function ownLazy({ path, text }: SourceFile): string[] {
  if (!path.startsWith("src/web/workspace/") || isTest(path)) return [];
  const named = /\bimport\s*\{[^}]*\blazy\b[^}]*\}\s*from\s*["'](?:react|preact\/compat)["']|\bReact\.lazy\b/;
  return named.test(withoutComments(text)) ? ["uses lazy; lazily says so when the file cannot be had"] : [];
}

/** Strings are matched too, so that the slashes of a URL do not begin a comment. */
function withoutComments(text: string): string {
  const tokens = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return text.replace(tokens, (token) => (token.startsWith("/") ? " " : token));
}

const shapeless = new Set(["utils", "util", "lib", "libs", "helpers", "helper", "common", "shared", "misc"]);
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/;
/** The names React Router gives a meaning to. */
const routeModule = /^[_$]?[a-z0-9-]+(\.[_$]?[a-z0-9-]+)*\.tsx?$/;

/** Folder and file names that say nothing, or say it in another spelling. */
export function ownNames(path: string): string[] {
  const folders = path.split("/").slice(0, -1);
  const name = basename(path);
  const wellNamed = kebab.test(name) || (path.startsWith("src/web/") && routeModule.test(name));
  return [
    ...folders.filter((folder) => shapeless.has(folder)).map((folder) => `a folder named ${folder} says nothing`),
    ...(isCode(path) && !wellNamed ? ["file names are kebab-case"] : []),
  ];
}

/** Files past the limit, unless they are data, generated or tests. */
export function tooLong({ path, text }: SourceFile): string[] {
  if (!isCode(path) || isTest(path) || path.startsWith("src/catalog/") || path.endsWith(".gen.ts")) return [];
  const lines = text.split("\n").length - 1;
  return lines > LONGEST ? [`${lines} lines; past ${LONGEST} there is a second noun inside`] : [];
}

/** Tests that no stage of `npm test` would run, by the patterns of vitest.config.ts and playwright.config.ts. */
export function unclaimed(path: string): string[] {
  if (!/\.(test|spec)\.[a-z]+$/.test(path)) return [];
  const endToEnd = /^tests\/(end-to-end|long\/journeys)\//.test(path);
  const claimed = endToEnd
    ? path.endsWith(".spec.ts")
    : /^(src|scripts|bench|tests)\/.*\.test\.ts$/.test(path) || /^src\/.*(?<!\.db)\.test\.tsx$/.test(path);
  return claimed ? [] : ["no stage of the tests runs it; end-to-end tests end in .spec.ts, all others in .test.ts"];
}
