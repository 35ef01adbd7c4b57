import type { Config } from "@react-router/dev/config";
import { publicPages, unlistedPages } from "./src/catalog/public-pages.ts";

export default {
  appDirectory: "src/web",
  buildDirectory: "build",
  ssr: false,
  // Public pages are files; the workspace starts from build/client/__spa-fallback.html. /404 is the not-found page as a
  // file, for the server to send with its status.
  prerender: [...[...publicPages, ...unlistedPages].map((page) => page.path), "/404"],
} satisfies Config;
