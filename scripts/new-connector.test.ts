import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { identifierOf } from "./connector-template.ts";
import { whyNot, withConnector } from "./new-connector.ts";
import { root } from "./program.ts";

const index = readFileSync(join(root, "src/connectors/index.ts"), "utf8");

test("a new connector gets one import and one place in the list, behind those that are there", () => {
  const changed = withConnector(index, "new-vendor");
  expect(changed).toContain('import { newVendor } from "./new-vendor/index.ts";\n');
  const list = (text: string) =>
    /\[\] = \[([^\]]*)\];/
      .exec(text)![1]!
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  expect(list(changed)).toEqual([...list(index), "newVendor"]);
});

test("the first of all connectors gets its place, too", () => {
  const empty =
    'import type { Connector } from "./connector.ts";\n\nexport const connectors: readonly Connector[] = [];\n';
  expect(withConnector(empty, "okta")).toBe(
    'import type { Connector } from "./connector.ts";\nimport { okta } from "./okta/index.ts";\n\nexport const connectors: readonly Connector[] = [okta];\n',
  );
});

test("a provider that nobody knows is not begun, nor one that is there", () => {
  expect(whyNot("nobody")).toContain("src/domain/provider.ts");
  expect(whyNot("github")).toContain("is there already");
  expect(identifierOf("google-workspace")).toBe("googleWorkspace");
});
