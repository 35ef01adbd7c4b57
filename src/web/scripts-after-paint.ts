const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const startUp = /<script type="module" async="">([\s\S]*?)<\/script>/;
const imported = /^import (?:\* as (\w+) from )?"([^"]+)";$/gm;
const modules = /window\.__reactRouterRouteModules = (\{[^}]*\});/;
const entry = /^import\("([^"]+)"\);$/m;

/**
 * Lets a finished page fetch its scripts only once it has been painted. It reads without them, and on a slow line they
 * would take from its style and its type what those need. The router writes its start-up as a module that is fetched at
 * once; the same imports are made here a frame later. Where they cannot be had, the page is told to stand without them, as
 * on the server (public/theme.js): everything unfolded. Throws when the router writes it in another way than we know.
 */
export function scriptsAfterPaint(html: string): string {
  const preloads = [...html.matchAll(preload)].map((match) => match[1]!);
  const code = startUp.exec(html)?.[1];
  const imports = [...(code ?? "").matchAll(imported)].map(([, name, path]) => ({ name, path: path! }));
  const list = modules.exec(code ?? "")?.[1];
  const main = entry.exec(code ?? "")?.[1];
  if (!list || !main || imports.length === 0) throw new Error("the router's start-up script has a form we do not know");
  const names = imports.map(({ name }, index) => name ?? `unused${index}`);
  const script = `(() => {
  const begin = async () => {
    for (const href of ${JSON.stringify(preloads)})
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    const [${names.join(", ")}] = await Promise.all(${JSON.stringify(imports.map(({ path }) => path))}.map((path) => import(path)));
    window.__reactRouterRouteModules = ${list};
    await import(${JSON.stringify(main)});
  };
  const tryToBegin = () => begin().catch((error) => {
    document.documentElement.removeAttribute("data-scripts");
    reportError(error);
  });
  if (document.visibilityState === "hidden") tryToBegin();
  else requestAnimationFrame(() => setTimeout(tryToBegin));
})();`;
  return html.replace(preload, "").replace(startUp, () => `<script>${script}</script>`);
}
