import { Script, createContext } from "node:vm";
import { expect, test } from "vitest";
import { scriptsAfterPaint } from "./scripts-after-paint.ts";

const page = (
  code: string,
) => `<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/s.css"/>
</head><body>Text<script type="module" async="">${code}</script></body></html>`;

const written = `import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/page.js";
  
  window.__reactRouterRouteModules = {"root":route0,"marketing/page":route1};

import("/assets/entry.client.js");`;

test("nothing is fetched as a script before the page is painted, and everything is after", () => {
  const html = scriptsAfterPaint(page(written));
  expect(html).not.toMatch(/modulepreload" href|type="module"/);
  expect(html).toContain('<link rel="stylesheet" href="/s.css"/>');
  const [, script] = /<script>([\s\S]*)<\/script>/.exec(html)!;
  for (const path of ["a", "manifest", "root", "page", "entry.client"])
    expect(script).toContain(`"/assets/${path}.js"`);
  expect(script).toContain('{"root":route0,"marketing/page":route1}');
  expect(() => new Script(script!), "it is a script").not.toThrow();
});

test("a page whose scripts cannot be had is told to stand without them", async () => {
  const [, script] = /<script>([\s\S]*)<\/script>/.exec(scriptsAfterPaint(page(written)))!;
  const gone: string[] = [];
  const documentElement = { removeAttribute: (name: string) => gone.push(name) };
  const document = { visibilityState: "hidden", documentElement, head: { append() {} }, createElement: () => ({}) };
  // Every import fails in a context that has no loader.
  await new Promise((reportError) => {
    new Script(script!).runInContext(createContext({ document, window: {}, reportError }));
  });
  expect(gone).toEqual(["data-scripts"]);
});

test("a start-up script of another form stops the build instead of making a page that does nothing", () => {
  expect(() => scriptsAfterPaint(page('import("/assets/entry.client.js");'))).toThrow("a form we do not know");
  expect(() => scriptsAfterPaint("<html></html>")).toThrow("a form we do not know");
});
