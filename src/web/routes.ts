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
  route("dashboard", "workspace/shell/workspace-layout.tsx", [
    index("workspace/home/home-screen.tsx"),
    route("onboarding", "workspace/onboarding/onboarding-screen.tsx"),
    route("projects", "workspace/projects/projects-screen.tsx", [route("new", "workspace/projects/new-project.tsx")]),
    route("projects/:projectId", "workspace/projects/project-screen.tsx"),
    route("projects/:projectId/evidence", "workspace/evidence/evidence-screen.tsx", { id: "project-evidence" }),
    route("controls/:controlId", "workspace/projects/control-screen.tsx"),
    route("evidence", "workspace/evidence/evidence-screen.tsx"),
    route("integrations", "workspace/integrations/integrations-screen.tsx"),
    route("admin", "workspace/admin/admin-screen.tsx"),
    route("activity", "workspace/activity/activity-screen.tsx"),
    route("support", "workspace/support/support-screen.tsx"),
    route("support/docs", "workspace/support/documentation-screen.tsx"),
    route("support/docs/:page", "workspace/support/document-screen.tsx"),
    route("support/faq", "workspace/support/faq-screen.tsx"),
    route("support/walk-throughs", "workspace/support/walk-throughs-screen.tsx"),
    route("debug", "workspace/debug/debug-screen.tsx"),
    route("settings", "workspace/settings/settings-screen.tsx"),
  ]),
] satisfies RouteConfig;
