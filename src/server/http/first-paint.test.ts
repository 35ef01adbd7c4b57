import { expect, test } from "vitest";
import { entityOf } from "./entity.ts";
import { withFirstPaint } from "./first-paint.ts";

const assets = new Map([
  ["/theme.js", entityOf(Buffer.from("document.title;\n"), {})],
  ["/assets/index-1.css", entityOf(Buffer.from("a::before{content:'$&'}\n"), {})],
]);
const head = (styles: string) =>
  `<head><script src="/theme.js"></script><link rel="stylesheet" href="${styles}"/></head>`;

test("a page brings its styles and its theme, and the elements that React rendered load nothing", () => {
  expect(withFirstPaint(head("/assets/index-1.css"), assets)).toBe(
    `<head><script src="/theme.js" type="text/plain"></script><script>document.title;\n</script>` +
      `<link rel="stylesheet" href="/assets/index-1.css" disabled="" media="not all"/><style>a::before{content:'$&'}</style></head>`,
  );
});

test("what was not built stays a file that the page asks for", () => {
  const page = head("/assets/other-2.css");
  expect(withFirstPaint(page, new Map())).toBe(page);
  expect(withFirstPaint(page, assets)).toContain('<link rel="stylesheet" href="/assets/other-2.css"/>');
});
