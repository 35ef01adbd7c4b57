import { expect, test } from "vitest";
import { brokenLinks } from "./doc-links.ts";

const present = new Set(["README.md", "docs/decisions/0001-one-package.md", "src/server/app/config.ts", "src/domain/"]);
const broken = (path: string, text: string) => brokenLinks({ path, text }, (target) => present.has(target));

test("a link to a file that is gone is found, wherever the document lies", () => {
  expect(broken("README.md", "See [why](docs/decisions/0002-gone.md).")).toEqual(["docs/decisions/0002-gone.md"]);
  expect(broken("docs/guides/a.md", "[back](../../README.md) [gone](b.md#part)")).toEqual(["docs/guides/b.md"]);
});

test("a path in code that is gone is found", () => {
  expect(broken("README.md", "`src/server/app/config.ts` reads, `src/server/gone.ts:12` does not.")).toEqual([
    "src/server/gone.ts",
  ]);
});

test("what is there, elsewhere or only a pattern is fine", () => {
  const text = [
    "[one](docs/decisions/0001-one-package.md) [site](https://example.com/x.md) [below](#settings)",
    "`src/domain/` `src/server/<noun>/handlers.ts` `db/migrations/*.sql` `npm run check`",
    "```",
    "[in code](gone.md) `src/gone.ts`",
    "```",
  ].join("\n");
  expect(broken("README.md", text)).toEqual([]);
});
