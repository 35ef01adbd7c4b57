import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/web",
  buildDirectory: "build",
  ssr: false,
  // Public pages are files; the workspace starts from build/client/__spa-fallback.html. /404 is the not-found page as a
  // file, for the server to send with its status.
  prerender: ["/", "/login", "/404"],
} satisfies Config;
