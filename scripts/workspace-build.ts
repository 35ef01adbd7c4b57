import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import type { InlineConfig, Plugin } from "vite";
import { describeCommands } from "./describe-commands.ts";
import { describeProcedures } from "./describe-procedures.ts";
import { withoutCircles } from "./circles.ts";
import { root } from "./program.ts";

const web = join(root, "src/web");

/** In place of React, which public pages hydrate with: a sixth of its size, and the same to our code (docs/decisions/0128). */
const preact: Readonly<Record<string, string>> = {
  "react-dom/client": "preact/compat/client",
  "react-dom": "preact/compat",
  "react/jsx-dev-runtime": "preact/jsx-dev-runtime",
  "react/jsx-runtime": "preact/jsx-runtime",
  react: join(web, "workspace/react.js"),
};

/** The icon stands in the page, which it makes a packet no larger and a request shorter. */
const iconInPage: Plugin = {
  name: "icon in page",
  transformIndexHtml: (html) => {
    const icon = readFileSync(join(web, "public/favicon.svg"), "utf8").trim();
    return html.replace('href="/favicon.svg"', `href="data:image/svg+xml,${encodeURIComponent(icon)}"`);
  },
};

/** How the workspace is made of its source, for the build and for a server of development. */
export const workspace: InlineConfig = {
  root: join(web, "workspace"),
  configFile: false,
  plugins: [describeProcedures, describeCommands, iconInPage, withoutCircles],
  publicDir: false,
  resolve: {
    alias: Object.entries(preact).map(([find, replacement]) => ({ find: new RegExp(`^${find}$`), replacement })),
  },
};

/** The page; in the build it lies under the address that it is served at. */
export const page = join(web, "workspace/dashboard/index.html");

/** Adds dashboard/index.html and its files to the built pages. */
export async function buildWorkspace(folder = join(root, "build/client")): Promise<void> {
  await build({
    ...workspace,
    logLevel: "warn",
    build: {
      outDir: folder,
      emptyOutDir: false,
      // The same policy holds as for public pages: nothing inline, no data: fonts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: page,
        // What of the contract no page names is not made: else a screen's key would run the schemas of every endpoint first.
        treeshake: { moduleSideEffects: [{ test: /\/src\/contract\//, sideEffects: false }] },
        output: {
          entryFileNames: "assets/workspace-[hash:10].js",
          // What screens share is named after all of them.
          chunkFileNames: ({ name }) => (name.includes("~") ? "assets/[hash:10].js" : "assets/[name]-[hash:7].js"),
          codeSplitting: {
            groups: [
              { name: "first", tags: ["$initial"], priority: 3 },
              // A key opens it on every page, so it waits for nothing that it does not use, least of all for schemas to be made.
              { name: "palette", test: /\/workspace\/(shell\/palette\/.*|export-dialog)\.tsx?$/, priority: 2 },
              // All screens but home share one sheet, which comes with the first of them.
              { name: "sheets", test: /\/src\/web\/workspace\/.*\.css$/ },
              // What several screens share: a file of its own for each module costs a request, and small files pack worse.
              {
                name: "screens",
                test: /\/src\/web\//,
                minShareCount: 3,
                entriesAware: true,
                // From 16,000 on what is put together needs each other in circles.
                entriesAwareMergeThreshold: 8_000,
              },
            ],
          },
        },
      },
    },
  });
}

if (import.meta.main) await buildWorkspace();
