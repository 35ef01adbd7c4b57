import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import postcss from "postcss";
import type { AtRule, Declaration, Node } from "postcss";
import { describe, expect, test } from "vitest";

// What nobody can see in a picture: what moves, what waits before it shows, and the icon in a browser's tab.

const web = import.meta.dirname;
const read = (file: string) => readFileSync(path.join(web, file), "utf8");
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: web })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => !/\.test\./.test(file));

describe("favicon", () => {
  const icon = read("public/favicon.svg");
  const dark = /<style>@media \(prefers-color-scheme:dark\)\{rect\{fill:(#\w+)\}path\{fill:(#\w+)\}\}<\/style>/.exec(
    icon,
  );
  const light = [/<rect [^>]*fill="(#\w+)"/.exec(icon)?.[1], /<path [^>]*fill="(#\w+)"/.exec(icon)?.[1]];

  // The strips of tabs that Chrome, Firefox and Safari draw, at their lightest and darkest.
  test.each([
    ["light", light, ["#ffffff", "#dee1e6"]],
    ["dark", dark?.slice(1) ?? [], ["#202124", "#35363a"]],
  ])("its letter and its square stand out in a %s browser", (_theme, [square, letter], strips) => {
    expect(contrast(letter!, square!)).toBeGreaterThan(4.5);
    for (const strip of strips) expect(contrast(square!, strip)).toBeGreaterThan(3);
  });

  test.each(["root.tsx", "workspace/dashboard/index.html"])(
    "%s names it, with a picture for what knows no SVG",
    (file) => {
      expect(read(file)).toMatch(/rel[:=] ?"icon",? href[:=] ?"\/favicon\.svg",? type[:=] ?"image\/svg\+xml"/);
      expect(read(file)).toMatch(/rel[:=] ?"apple-touch-icon"/);
    },
  );
});

describe("motion", () => {
  const moving = /^(animation|transition)(-name)?$/;
  const moves = filesOf("**/*.css").flatMap((file) => {
    const found: { readonly where: string; readonly declaration: Declaration }[] = [];
    postcss.parse(read(file)).walkDecls(moving, (declaration) => {
      if (declaration.value !== "none")
        found.push({ where: `${file}:${declaration.source?.start?.line}`, declaration });
    });
    return found;
  });

  test("it is looked at in more than one place", () => expect(moves.length).toBeGreaterThan(5));

  test.each(moves.map(({ where, declaration }) => [where, declaration] as const))(
    "%s does not move for who asked for less motion",
    (_where, declaration) => {
      const isAskedFor = ancestors(declaration).some(
        (node) => isMedia(node) && node.params === "(prefers-reduced-motion: no-preference)",
      );
      // A wait is no motion: what appears behind it appears at once.
      const appears = declaration.value === "skeleton-appear 1ms 300ms both";
      const times = declaration.value.match(/var\(--dur-\d\)|\b[\d.]+m?s\b/g) ?? [];
      expect(isAskedFor || appears || (times.length > 0 && times.every((time) => time.startsWith("var(")))).toBe(true);
    },
  );

  test("every length of a movement is next to nothing for who asked for less", () => {
    const less: Record<string, string> = {};
    const usual: string[] = [];
    postcss.parse(read("design/tokens.css")).walkDecls(/^--dur-/, (declaration) => {
      const { prop, value } = declaration;
      if (ancestors(declaration).some((node) => isMedia(node) && node.params.includes("reduce)"))) less[prop] = value;
      else usual.push(prop);
    });
    expect(less).toEqual(Object.fromEntries(usual.map((prop) => [prop, "0.01ms"])));
    expect(usual).toHaveLength(3);
  });

  test("a script that scrolls smoothly asks first", () => {
    const smooth = filesOf("**/*.{ts,tsx}").filter((file) =>
      /"smooth"|\.animate\(|startViewTransition/.test(read(file)),
    );
    expect(smooth).not.toEqual([]);
    for (const file of smooth) expect(read(file), file).toContain("(prefers-reduced-motion: reduce)");
  });
});

describe("skeletons", () => {
  test("nothing of them shows in the first 300 ms, whatever motion is asked for", () => {
    const rules: string[] = [];
    for (const file of filesOf("**/*.css"))
      postcss.parse(read(file)).walkRules(/\.skeleton(?![\w-])/, (rule) => {
        rule.walkDecls(/^(animation|visibility|opacity|display)/, ({ prop, value }) => {
          const media = ancestors(rule).find(isMedia);
          rules.push(`${rule.selector} { ${prop}: ${value} }${media ? ` @media ${media.params}` : ""}`);
        });
      });
    expect(rules).toEqual([".skeleton { animation: skeleton-appear 1ms 300ms both }"]);
    expect(read("design/styles/states.css")).toMatch(
      /@keyframes skeleton-appear \{\s*from \{\s*visibility: hidden;\s*\}\s*\}/,
    );
  });

  test("every grey bar stands in one", () => {
    const grey = filesOf("**/*.tsx").filter((file) => read(file).includes("skeleton-bar"));
    expect(grey).not.toEqual([]);
    for (const file of grey) expect(read(file), file).toMatch(/className="skeleton[ "]/);
  });
});

const isMedia = (node: Node): node is AtRule => node.type === "atrule" && (node as AtRule).name === "media";

function ancestors(node: Node): readonly Node[] {
  const above: Node[] = [];
  for (let at: Node | undefined = node; at; at = at.parent as Node | undefined) above.push(at);
  return above;
}

/** Of two colors, as WCAG 2.2 reckons it. */
function contrast(color: string, other: string): number {
  const [more, less] = [luminance(color), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (more + 0.05) / (less + 0.05);
}

function luminance(color: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
