import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { withoutCircles } from "./scripts/circles.ts";
import { describeProcedures } from "./scripts/describe-procedures.ts";

/** Small modules that every public page loads. Apart, each costs a request and is too short to compress. */
const onEveryPage = [
  /\/src\/web\/design\/(button|icon|glyph|logo|toast-list|toast-region|use-hydrated)\./,
  /\/src\/web\/(presence|app-error|show-section)\./,
  /\/src\/web\/marketing\/(public-layout|public-navigation|public-footer|section-button|page-meta|landing\/first-sign)\./,
  /\/src\/(catalog\/public-pages|contract\/open-failures)\./,
  /\/src\/web\/access\/not-found-page\./,
  // Without a place of its own it stands with forms, and who loads anything later would load those.
  /vite\/preload-helper/,
  /rolldown\/runtime/,
  /\/src\/web\/design\/fonts\/.*\?url/,
  /\/src\/web\/design\/(use-title|visually-hidden)\./,
  /\/react-dom\/(index|cjs\/react-dom\.production)\./,
  /\/lucide-react\/dist\/esm\/(Icon|createLucideIcon|defaultAttributes|context|shared\/.*)\./,
];

/** What every page with a form loads, for the same reason. */
const inEveryForm = [
  /\/src\/web\/(form|form-watch)\./,
  /\/src\/web\/design\/(field|input)\./,
  /\/src\/web\/human-check\/(human-check|use-human-check)\./,
];

/** What the ways in share; forms have it along, since the two pack better as one. */
const inEveryWayIn = [
  /\/src\/web\/(access\/(mailed-hash|typed-address|load-account|aborted)|return-path)\./,
  /\/lucide-react\/dist\/esm\/icons\/key-round\./,
];

export default defineConfig({
  plugins: [reactRouter(), describeProcedures, withoutCircles],
  publicDir: "src/web/public",
  build: {
    // Every asset is a file of our own origin: the content security policy allows neither data: fonts nor inline code.
    assetsInlineLimit: 0,
    // Exports read the verifiers that lie in the same folder; scripts/build.ts empties what is the pages' own.
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The list of routes names each part, and every page loads it: a letter less in each is 70 bytes, compressed.
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          groups: [
            { name: "public", test: (id) => onEveryPage.some((pattern) => pattern.test(id)) },
            { name: "form", test: (id) => [...inEveryForm, ...inEveryWayIn].some((pattern) => pattern.test(id)) },
            // Small parts of the pages that lead in: a request for each, and its name in the list of routes, cost more than they do.
            { name: "way", test: /\/src\/web\/access\/(access-page|address-field|providers)\.tsx/ },
            // What asks the server: forms of visitors and passkeys load it, without a screen.
            { name: "api", test: /\/src\/web\/api(-client)?\./ },
            // A button and its icon: together they are one name less in the list of routes.
            { name: "copy", test: /\/src\/web\/design\/copy-button\.|\/lucide-react\/dist\/esm\/icons\/copy\./ },
            { name: "dates", test: /\/src\/web\/(clock|design\/dates)\.|\/src\/domain\/calendar-day\./ },
            { name: "catalog", test: /\/src\/catalog\/frameworks[./]/ },
            // Whoever goes from screen to screen waits for no sheet, and the list of routes, which every page has, stays short.
            { name: "pages", test: /\/src\/web\/marketing\/(?!landing\/|portal).*\.css$/ },
          ],
        },
      },
    },
  },
});
