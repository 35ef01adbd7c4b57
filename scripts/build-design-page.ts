import { join } from "node:path";
import { build } from "vite";
import { root } from "./program.ts";

/**
 * Builds build/design: the page of all components by itself, for servers of development and tests. It is no route of the built
 * pages, so that what visitors load neither has it nor names it.
 */
export async function buildDesignPage(folder = join(root, "build/design")): Promise<void> {
  await build({
    root: join(root, "src/web/design-page"),
    base: "/dev/design/",
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      outDir: folder,
      emptyOutDir: true,
      // The same policy holds as for the pages: nothing inline, no data: fonts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
}

if (import.meta.main) await buildDesignPage();
