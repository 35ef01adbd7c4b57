import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { describeProcedures } from "./scripts/describe-procedures.ts";
import { firstLoad } from "./scripts/first-load.ts";

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

/** What pages of the site show, too, once they are there: apart from the screens, which no visitor needs. */
const onBothSides = [
  /\/src\/web\/design\/(mark|states|requirement-tags)\./,
  /\/src\/domain\/(setup-clock|role-words|exhibit-number|as-sentence|ledger\/bytes)\./,
  /\/lucide-react\/dist\/esm\/icons\/(download|lock|pencil|undo-2)\./,
];

/** What most screens of the workspace share. Each file of its own would stand in the list of routes, which every page loads. */
const onManyScreens = [
  /\/src\/web\/design\/(page-head|breadcrumbs|skeleton|table|menu|meter|screen|side-panel|sizes|not-there|ticks)\./,
  /\/lucide-react\/dist\/esm\/icons\/(plus|ellipsis|plug|file-plus-corner|refresh-cw|file-down|user-plus|scale|clipboard-check|stamp|map|list-checks|file-text|waypoints|import|chevron-up|chevron-right|pen-line|link-2|eye|folder-up)\./,
  /\/src\/domain\/(scope)\./,
  /\/src\/web\/workspace\/(exhibit-numbers|frameworks|use-row-keys|open-export|settings\/section|matters\/matter|support\/support-crumb|next\/next-address)\./,
  /\/src\/web\/(walk-progress|upload)\./,
  /\/src\/web\/workspace\/evidence\/(pasted-files|use-drop|use-matters)\./,
  /\/src\/web\/workspace\/(use-search|use-selection|use-paused|selection-bar|page-turns|copy-link|setup-time|use-control-labels|use-keep-company|own-invitations)\./,
  /\/src\/web\/workspace\/(alerts\/use-alerts|next\/next-button|shell\/palette\/(single-keys|typed-ahead))\./,
  /\/src\/catalog\/walk-throughs\./,
  /\/@tanstack\/react-query\/.*\/useInfiniteQuery\.|\/@tanstack\/query-core\/.*\/infiniteQueryObserver\./,
  /\/lucide-react\/dist\/esm\/icons\/(bell|building-complex|cable|folder-open|layout-list|life-buoy|log-out|monitor|moon|notebook-tabs|panel-left|server|settings-2|shield-user|sun|user-round)\./,
];

const first = firstLoad();

export default defineConfig({
  plugins: [reactRouter(), describeProcedures, first.plugin],
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
            { name: "visit", test: (id) => first.groupOf(id) === "visit" },
            { name: "shared", test: (id) => first.groupOf(id) === "shared" },
            { name: "first", test: (id) => first.groupOf(id) === "first" },
            // A button and its icon: together they are one name less in the list of routes.
            { name: "copy", test: /\/src\/web\/design\/copy-button\.|\/lucide-react\/dist\/esm\/icons\/copy\./ },
            { name: "dates", test: /\/src\/web\/(clock|design\/dates)\.|\/src\/domain\/calendar-day\./ },
            { name: "catalog", test: /\/src\/catalog\/frameworks[./]/ },
            { name: "shared", test: (id) => onBothSides.some((pattern) => pattern.test(id)) },
            { name: "screens", test: (id) => onManyScreens.some((pattern) => pattern.test(id)) },
            // Whoever goes from screen to screen waits for no sheet, and the list of routes, which every page has, stays short.
            { name: "pages", test: /\/src\/web\/marketing\/(?!landing\/|portal).*\.css$/ },
            // Home and what stands around each screen; all other screens share one sheet, which comes with the first of them.
            { name: "workspace", test: /\/src\/web\/workspace\/(workspace|shell\/.*|home\/home|alerts\/alerts)\.css$/ },
            { name: "sheets", test: /\/src\/web\/workspace\/.*\.css$/ },
          ],
        },
      },
    },
  },
});
