import type { BuiltFiles } from "./built-files.ts";

/** The script that tells the document its theme: every page names it, before its styles. */
const THEME = "/theme.js";
const STYLES = /<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"\/>/g;
const SCRIPT = `<script src="${THEME}"></script>`;

/**
 * The page with what its first paint waits for inside of it: its styles, and the script of its theme. On a slow line each file beside
 * the page costs two more ways there and back. Who hydrates the page still finds the elements that it rendered, which load
 * nothing now; what is put beside them it leaves alone. A file that was not built stays a file.
 */
export function withFirstPaint(html: string, assets: BuiltFiles["assets"]): string {
  const textOf = (address: string) => assets.get(address)?.bytes.toString("utf8");
  const styled = html.replace(STYLES, (link, address: string) => {
    const styles = textOf(address);
    return styles === undefined
      ? link
      : `${link.replace("/>", ' disabled="" media="not all"/>')}<style>${styles.trim()}</style>`;
  });
  const theme = textOf(THEME);
  if (theme === undefined) return styled;
  return styled.replace(SCRIPT, () => `<script src="${THEME}" type="text/plain"></script><script>${theme}</script>`);
}
