import { index, route } from "@react-router/dev/routes";
import type { RouteConfig } from "@react-router/dev/routes";

export default [
  index("marketing/home.tsx"),
  route("login", "access/login/login-screen.tsx"),
  route("logout", "access/logout.tsx"),
  route("dashboard", "workspace/shell/workspace-layout.tsx", [
    index("workspace/home/home-screen.tsx"),
    route("projects", "workspace/projects/projects-screen.tsx", [route("new", "workspace/projects/new-project.tsx")]),
    route("projects/:projectId", "workspace/projects/project-screen.tsx"),
    route("projects/:projectId/evidence", "workspace/evidence/evidence-screen.tsx", { id: "project-evidence" }),
    route("evidence", "workspace/evidence/evidence-screen.tsx"),
    route("integrations", "workspace/integrations/integrations-screen.tsx"),
    route("settings", "workspace/settings/settings-screen.tsx"),
  ]),
  route("*", "access/not-found.tsx"),
] satisfies RouteConfig;
