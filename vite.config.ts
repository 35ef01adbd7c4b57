import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: "src/web/public",
  build: {
    // Every asset is a file of our own origin: the content security policy allows neither data: fonts nor inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
