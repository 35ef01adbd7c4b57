import type { ComponentType } from "react";

/** A screen's module: its component, what the tab is called until the screen knows better, and what shows when it fails. */
export interface ScreenModule {
  readonly default: ComponentType;
  readonly meta: () => readonly { readonly title: string }[];
  readonly ErrorBoundary?: ComponentType;
}

export interface Screen {
  /** Below /dashboard, as React Router reads it. */
  readonly path: string;
  /** Fetched once, when somebody goes there or means to. */
  readonly load: () => Promise<ScreenModule>;
  /** Shown over the screen, below its address. */
  readonly over?: readonly Screen[];
}

/** Every screen but home, which the first load brings. */
export const screens: readonly Screen[] = [
  { path: "onboarding", load: () => import("./onboarding/onboarding-screen.tsx") },
  { path: "onboarding/systems", load: () => import("./systems/onboarding-systems.tsx") },
  {
    path: "projects",
    load: () => import("./projects/projects-screen.tsx"),
    over: [{ path: "projects/new", load: () => import("./projects/new-project.tsx") }],
  },
  { path: "projects/:projectId", load: () => import("./projects/project-screen.tsx") },
  { path: "projects/:projectId/evidence", load: () => import("./evidence/evidence-screen.tsx") },
  { path: "projects/:projectId/report", load: () => import("./report/report-screen.tsx") },
  { path: "controls/:controlId", load: () => import("./projects/control-screen.tsx") },
  { path: "evidence", load: () => import("./evidence/evidence-screen.tsx") },
  { path: "evidence/add", load: () => import("./evidence/filing/filing-screen.tsx") },
  { path: "matters", load: () => import("./matters/matters-screen.tsx") },
  { path: "matters/:matterId", load: () => import("./matters/matter-screen.tsx") },
  { path: "audit", load: () => import("./audit/audit-screen.tsx") },
  { path: "integrations", load: () => import("./integrations/integrations-screen.tsx") },
  { path: "program", load: () => import("./program/program-screen.tsx") },
  { path: "program/policies", load: () => import("./program/policies/policies-screen.tsx") },
  { path: "program/policies/:policyId", load: () => import("./program/policies/policy-screen.tsx") },
  { path: "program/policies/:policyId/edit", load: () => import("./program/policies/edit/edit-screen.tsx") },
  { path: "program/reviews", load: () => import("./program/reviews/reviews-screen.tsx") },
  { path: "program/reviews/:reviewId", load: () => import("./program/reviews/review-screen.tsx") },
  { path: "program/:register", load: () => import("./program/register-screen.tsx") },
  { path: "systems", load: () => import("./systems/systems-screen.tsx") },
  { path: "admin", load: () => import("./admin/admin-screen.tsx") },
  { path: "alerts", load: () => import("./alerts/alerts-screen.tsx") },
  { path: "activity", load: () => import("./activity/activity-screen.tsx") },
  { path: "exports", load: () => import("./exports/exports-screen.tsx") },
  { path: "support", load: () => import("./support/support-screen.tsx") },
  { path: "support/docs", load: () => import("./support/documentation-screen.tsx") },
  { path: "support/docs/:page", load: () => import("./support/document-screen.tsx") },
  { path: "support/faq", load: () => import("./support/faq-screen.tsx") },
  { path: "support/walk-throughs", load: () => import("./support/walk-throughs-screen.tsx") },
  { path: "debug", load: () => import("./debug/debug-screen.tsx") },
  { path: "settings", load: () => import("./settings/settings-screen.tsx") },
  { path: "*", load: () => import("./shell/no-such-page.tsx") },
];
