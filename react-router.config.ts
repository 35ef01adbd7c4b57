import type { Config } from "@react-router/dev/config";
import { publicPages, unlistedPages } from "./src/catalog/public-pages.ts";

export default {
  appDirectory: "src/web",
  buildDirectory: "build",
  ssr: false,
  // Public pages are files; the workspace is a build of its own (scripts/workspace-build.ts). /404 is the not-found page as a file, for the
  // server to send with its status; nobody reads /logout, so it is on no list of pages.
  prerender: [...[...publicPages, ...unlistedPages].map((page) => page.path), "/404", "/logout"],
} satisfies Config;
