import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { companyRoles } from "#domain/access.ts";
import { roleTable } from "#domain/role-table.ts";
import { root } from "./program.ts";

// Keeps docs/roles.md equal to the rule that page and API ask: written here, compared with `--check`.
const file = join(root, "docs/roles.md");
const heading = (role: string) => role.charAt(0).toUpperCase() + role.slice(1);
const wanted = `# Roles

What each role of a company may do. This table is made from \`src/domain/permissions.ts\` by \`npm run tables\`: the
page hides by it, the API refuses by it, and the database holds the same limits by itself. Each company has one owner.

| | ${companyRoles.map(heading).join(" | ")} |
| --- | ${companyRoles.map(() => "---").join(" | ")} |
${roleTable.map(({ description, roles }) => `| ${description} | ${companyRoles.map((role) => (roles.includes(role) ? "yes" : "")).join(" | ")} |`).join("\n")}
`;

if (process.argv.includes("--check")) {
  const same = existsSync(file) && readFileSync(file, "utf8") === wanted;
  if (!same) console.log("docs/roles.md is out of date: npm run tables");
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(file, wanted);
}
