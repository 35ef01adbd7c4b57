import { embedded, endToEnd, layout, pages, unit } from "./test-stages.ts";

/**
 * The parts that `npm run test:long -- PART` knows, each with what it runs. Any other word chooses among the files of the first, as vitest does.
 */
export const longParts = {
  long: "every file of the project `long`",
  "every-case": "the stages whose sweeps try every case only there, and all journeys",
  local: "every test on a database on the machine's own PostgreSQL",
  hours: "the usual tests at other times, in other places and beside other work",
} as const;

/** What the workflow every-case.yml runs each night: all but `hours`, which is three stages of `npm test` nine times over. */
export const nightlyParts = ["long", "every-case", "local"] as const satisfies readonly (keyof typeof longParts)[];

/**
 * Programs without which tests of those parts are skipped, each with the package of Debian and Ubuntu that brings it. What the runner of the
 * workflow has already (PostgreSQL, prlimit, ps) is not here.
 */
export const nightlyPackages: Readonly<Record<string, string>> = {
  libfaketime: "faketime",
  soffice: "libreoffice",
  nginx: "nginx",
  pgbouncer: "pgbouncer",
};

/** The stages of `npm test` whose sweeps try more cases by `npm run test:long -- every-case`. */
export const stagesWithMoreCases: readonly string[] = [unit, embedded, endToEnd, layout, pages].map(({ name }) => name);
