import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { partsThatReportsPass } from "#catalog/finding-rules/rule-sets.ts";
import { allChecks } from "#catalog/index.ts";
import { partsOf, partsOfChecks } from "#catalog/parts.ts";
import { getProvider } from "#catalog/providers.ts";
import { systemKinds } from "#catalog/systems.ts";
import { answeredParts, countAnswered } from "#connectors/answered-parts.ts";
import { connectors } from "#connectors/index.ts";
import { isProviderKey } from "#domain/provider.ts";
import { root } from "./program.ts";

// Keeps docs/parts.md equal to what the library asks, and connectors and reports answer: written here, compared with `--check`.
const file = join(root, "docs/parts.md");
const all = answeredParts(connectors, partsOfChecks, partsThatReportsPass());
const counts = countAnswered(all);
const byName = new Map(all.map((item) => [item.name, item]));
const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

const lines = allChecks.flatMap(({ id }) =>
  partsOf(id).map((part) => {
    const { by, reports } = byName.get(`${id}/${part.aspect}`)!;
    const providers = Object.keys(by).map((key) => (isProviderKey(key) ? getProvider(key).name : key));
    const kinds =
      part.systems.length > 6
        ? "every system with accounts"
        : part.systems.map((kind) => systemKinds[kind].label).join(", ");
    return row([`\`${id}/${part.aspect}\``, part.title, kinds, [...providers, ...reports].join(", ") || "–"]);
  }),
);
const without = allChecks.filter(({ id }) => partsOf(id).length === 0).map(({ id }) => `\`${id}\``);

const wanted = `# Parts of the checks

A check of the library is asked part by part, of every system in scope, and decided over its parts. This table is made from
\`src/catalog/parts.ts\`, the connectors' checks and the rules of reports by \`npm run tables\`. ${counts.answered} of ${counts.parts} parts are answered by a
connector or a report; ${counts.checksBegun} of the ${allChecks.length} checks have an answered part, and of ${counts.checksWhole} every part is. A report answers for the one
system that it names.

${row(["part", "what is asked", "of which systems", "answered by"])}
${row(["---", "---", "---", "---"])}
${lines.join("\n")}

${without.length} checks are asked of no system; registers and people decide them: ${without.join(", ")}.
`;

if (process.argv.includes("--check")) {
  const same = existsSync(file) && readFileSync(file, "utf8") === wanted;
  if (!same) console.log("docs/parts.md is out of date: npm run tables");
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(file, wanted);
}
