import { heading } from "./html.ts";
import { askPage } from "./link-pages.ts";
import type { PageRoute, StaffPageDeps } from "./page.ts";

/** What somebody has to do, and what they did. */
export function homeRoutes(_: StaffPageDeps): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: "/me",
      access: "anyone",
      answer: async ({ staff }) => {
        if (!staff) return askPage("Open your page");
        return {
          title: "To do",
          main: `${heading(`Hello, ${staff.name.split(/\s+/, 1)[0]!}`, "You have nothing to do right now.")}`,
        };
      },
    },
  ];
}
