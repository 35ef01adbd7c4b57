import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { providerKeys } from "#domain/provider.ts";
import { connectorFiles, identifierOf, peerFile } from "./connector-template.ts";
import { root } from "./program.ts";

// npm run new:connector -- NAME: begins a connector that passes its contract tests, with one step and one check.

/** `index.ts` of the connectors with one more in it. Throws when it does not look as it should. */
export function withConnector(index: string, name: string): string {
  const identifier = identifierOf(name);
  const list = /(\nexport const connectors: readonly Connector\[\] = \[)([\s\S]*?)(\];)/.exec(index);
  if (!list) throw new Error("src/connectors/index.ts has no list of connectors");
  const endOfImports = index.indexOf("\n", `\n${index}`.lastIndexOf("\nimport ")) + 1;
  const names = [...list[2]!.split(",").map((item) => item.trim()), identifier].filter((trim) => trim !== "");
  const added = `import { ${identifier} } from "./${name}/index.ts";\n`;
  const listed = index.replace(list[0], `${list[1]}${names.join(", ")}${list[3]}`);
  return listed.slice(0, endOfImports) + added + listed.slice(endOfImports);
}

/** Why a connector of this name cannot be begun; undefined where it can. */
export function whyNot(name: string): string | undefined {
  if (!(providerKeys as readonly string[]).includes(name))
    return `No provider is called ${name}. Add it to src/domain/provider.ts and src/catalog/providers.ts first.`;
  if (existsSync(join(root, "src/connectors", name))) return `src/connectors/${name} is there already.`;
  return undefined;
}

function main(name: string): void {
  const reason = name === "" ? "Say the provider's name: npm run new:connector -- NAME" : whyNot(name);
  if (reason) {
    console.error(reason);
    process.exitCode = 1;
    return;
  }
  const files = [...connectorFiles(name), peerFile(name)];
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
  const index = join(root, "src/connectors/index.ts");
  writeFileSync(index, withConnector(readFileSync(index, "utf8"), name));
  console.log("src/connectors/index.ts has its line. Read docs/guides/write-a-connector.md; then see that it passes:");
  console.log("  npm run test:unit -- src/connectors/conformance.test.ts src/connectors/faults.test.ts");
}

if (import.meta.main) main(process.argv[2] ?? "");
