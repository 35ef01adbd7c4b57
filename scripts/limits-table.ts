import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planOf } from "#catalog/plans.ts";
import { sayAmount } from "#domain/limit-words.ts";
import { limitKeys, limits, ownedCompanies, planKeys } from "#domain/limits.ts";
import type { Limit } from "#domain/limits.ts";
import { root } from "./program.ts";

// Keeps docs/limits.md equal to the table that the database holds: written here, compared with `--check`.
const file = join(root, "docs/limits.md");
const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const line = (key: (typeof limitKeys)[number]) => {
  const { name, holds, unit, amounts, note }: Limit = limits[key];
  const message = planKeys.map((plan) => (amounts[plan] === null ? "no limit" : sayAmount(amounts[plan], unit)));
  return row([`\`${key}\``, note === undefined ? name : `${name}. ${note}`, holds, ...message]);
};
const wanted = `# Limits

How much a company can have and make. This table is made from \`src/domain/limits.ts\` by \`npm run tables\`. The
database is given it whenever it is migrated and holds it for everybody: page, API, API tokens, pipelines, connections and workers
([why](decisions/0039-one-table-of-limits.md)). Hours and days are those of the clock, by UTC. 1 GB is 1,024 MB.

${row(["name", "what is counted", "counted", ...planKeys.map((plan) => planOf(plan).name)])}
${row(["---", "---", "---", ...planKeys.map(() => "---")])}
${limitKeys.map(line).join("\n")}

An account owns ${sayAmount(ownedCompanies.manager, "number")} companies at most, that of a platform admin ${sayAmount(ownedCompanies.admin, "number")}.

A company that is over a limit, because its plan became smaller, keeps everything and adds nothing. What ends a right (to revoke, to remove, to
cancel) is never refused. When four fifths of a limit are used, and when something is refused, the company's record says so once,
and its owner and admins are mailed. Settings show all of it, and so does \`GET /api/v1/companies/{companyId}/limits\`.

An operator gives one company a limit of its own: \`npm run exhibit -- limit SLUG LIMIT NUMBER\`, with \`none\` for no limit and \`plan\`
for what its plan has.
`;

if (process.argv.includes("--check")) {
  const same = existsSync(file) && readFileSync(file, "utf8") === wanted;
  if (!same) console.log("docs/limits.md is out of date: npm run tables");
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(file, wanted);
}
