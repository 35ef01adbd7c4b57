import { index, layout, route } from "@react-router/dev/routes";
import type { RouteConfig } from "@react-router/dev/routes";

export default [
  layout("marketing/public-layout.tsx", [
    index("marketing/landing/landing-page.tsx"),
    route("pricing", "marketing/pricing/pricing-page.tsx"),
    route("privacy", "marketing/legal/privacy-page.tsx"),
    route("terms", "marketing/legal/terms-page.tsx"),
    route("contact", "marketing/contact/contact-page.tsx"),
    route("request-access", "marketing/access-request/request-access-page.tsx"),
    route("waitlist", "marketing/access-request/waitlist-page.tsx"),
    route("promises", "marketing/promises/promises-page.tsx"),
    route("*", "access/not-found.tsx"),
  ]),
  route("login", "access/login/login-screen.tsx"),
  route("reset-password", "access/reset-password/reset-password-screen.tsx"),
  route("invite", "access/invite/invite-screen.tsx"),
  route("logout", "access/logout.tsx"),
  // The workspace is a build of its own (workspace/routes.tsx).
  route("dashboard/*", "to-workspace.tsx"),
  // Built pages have no such route; a server of development or tests brings the page by itself (scripts/build-design-page.ts).
  ...(import.meta.env.DEV ? [route("dev/design", "design-page/design-page.tsx")] : []),
] satisfies RouteConfig;
