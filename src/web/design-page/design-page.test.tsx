import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import DesignPage from "./design-page.tsx";

const web = path.resolve(import.meta.dirname, "..");
const read = (pattern: string) =>
  globSync(pattern, { cwd: web })
    .filter((file) => !file.includes(".test."))
    .map((file) => readFileSync(path.join(web, file), "utf8"));

/** Components that src/web/design offers: what it exports by a name that JSX can say. */
const offered = read("design/*.tsx")
  .flatMap((text) => [...text.matchAll(/^export (?:function|const) ([A-Z]\w+)/gm)].map((match) => match[1]!))
  .toSorted();

test("every component of src/web/design is on the page, under its name", () => {
  const html = renderToString(
    <MemoryRouter>
      <DesignPage />
    </MemoryRouter>,
  );
  const shown = [...html.matchAll(/data-components="([^"]+)"/g)].flatMap((match) => match[1]!.split(" "));
  expect(offered.length).toBeGreaterThan(50);
  expect(shown.toSorted()).toEqual(offered);
});

test("what the page names it also draws", () => {
  const source = read("design-page/*.tsx").join("\n");
  const drawn = offered.filter((name) => new RegExp(`<${name}[\\s>/]`).test(source));
  expect(drawn).toEqual(offered);
});
