import { useCallback, useEffect, useState } from "react";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useLoaderData, useLocation, useRouteError } from "react-router";
import { ConfirmIdentity } from "#web/access/confirm-identity.tsx";
import { api, queryClient } from "#web/api.ts";
import { FailedState } from "#web/design/states.tsx";
import { Logo } from "#web/design/logo.tsx";
import { FormWatch } from "#web/form-watch.ts";
import { leaveFor } from "#web/leave-for.ts";
import { forgetKeptForms, watchForm } from "#web/kept-forms.ts";
import { tellPresence } from "#web/presence.ts";
import { AppError } from "#web/app-error.ts";
import { invitationPath, rememberReturnPath, takeInvitation } from "#web/return-path.ts";
import { WorkspaceProvider } from "../company-context.tsx";
import type { Company } from "../company.ts";
import type { Person } from "../company-context.tsx";
import { WelcomeDialog } from "./company-dialogs-later.tsx";
import { DeletionBanner } from "./deletion-banner.tsx";
import { DemoBanner } from "./demo-banner.tsx";
import { Header } from "./header.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { usePrefetch } from "./prefetch.ts";
import { SecondFactorGate } from "./second-factor-gate.tsx";
import { Sidebar, SidebarDrawer } from "./sidebar.tsx";
import { useSidebar } from "./sidebar-state.ts";
import { useCompanies } from "./use-companies.ts";
import { useSessionWatch } from "./use-session-watch.ts";
import { WalkThrough } from "./walk-through.tsx";
import "../workspace.css";
import "./shell.css";

/** The door: nobody gets past it without a session, and the first answers are on their way before anything is drawn. */
export async function clientLoader({ request }: { request: Request }) {
  const { user, platformAdmin, demo } = await queryClient.fetchQuery({
    ...api.session.current.queryOptions({ input: {} }),
    staleTime: 0,
  });
  if (!user) {
    const wanted = new URL(request.url);
    // The router keeps the hash to itself; on the first load it is still in the address.
    const hash = wanted.pathname === location.pathname ? location.hash : "";
    rememberReturnPath(wanted.pathname + wanted.search + hash);
    return await leaveFor("/login", "replace");
  }
  tellPresence(true);
  // Single sign-on leads straight here, past the page that leads to an invitation.
  const invitation = demo ? null : takeInvitation();
  if (invitation) return await leaveFor(invitationPath(invitation), "replace");
  forgetKeptForms(user.id);
  const companies = await queryClient.fetchQuery(api.companies.list.queryOptions({ input: {} }));
  return { user, platformAdmin, demo, companies };
}

// The session is asked for once per visit; an answer that says it has ended is what closes the door again.
export const shouldRevalidate = () => false;

export default function WorkspaceLayout() {
  const { user, platformAdmin, demo, companies } = useLoaderData<typeof clientLoader>();
  useSessionWatch(user.id, demo !== null);
  const watch = useCallback((form: HTMLFormElement) => watchForm(form, user.id), [user.id]);
  return (
    <QueryClientProvider client={queryClient}>
      <FormWatch value={watch}>
        <ConfirmIdentity>
          <Shell signedIn={user} platformAdmin={platformAdmin} demo={demo} loaded={companies} />
        </ConfirmIdentity>
      </FormWatch>
    </QueryClientProvider>
  );
}

interface ShellProps {
  signedIn: Person;
  platformAdmin: boolean;
  demo: { endsAt: string } | null;
  loaded: readonly Company[];
}

/** Running the installation asks for no company, but for a second factor, which is set up under Profile. */
const opensWithoutCompany = (pathname: string, search: string) =>
  pathname === "/dashboard/admin" ||
  (pathname === "/dashboard/settings" && new URLSearchParams(search).get("tab") === "profile");

/** Where an auditor finds something; every other page is for members, and leads to the audit. */
const forAuditors = (pathname: string) =>
  /^\/dashboard\/(audit|evidence|systems|projects\/[^/]+|projects|controls\/[^/]+)\/?$/.test(pathname) &&
  !pathname.endsWith("/projects/new");

function Shell({ signedIn, platformAdmin, demo, loaded }: ShellProps) {
  // Asked for by the door already; here only to hear of a new name or a second factor.
  const { data: session } = useQuery(api.session.current.queryOptions({ input: {}, staleTime: Infinity }));
  const person = session?.user ?? signedIn;
  const mayFound = session?.platformRole !== "user";
  const { company, companies, switchTo, enter } = useCompanies(loaded);
  const sidebar = useSidebar();
  const [drawer, setDrawer] = useState(false);
  const { pathname, search } = useLocation();
  useEffect(() => setDrawer(false), [pathname]);
  const auditing = company?.role === "auditor";
  // What an auditor looks at is written down, so nothing is looked at for them.
  usePrefetch(auditing ? undefined : company?.id);
  const toggle = sidebar.overPage ? () => setDrawer(!drawer) : sidebar.toggle;

  return (
    <div className="app" data-rail={sidebar.rail || undefined}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {!sidebar.phone && <Sidebar rail={sidebar.rail} auditing={auditing} />}
      {sidebar.overPage && drawer && <SidebarDrawer auditing={auditing} onClose={() => setDrawer(false)} />}
      <div className="narrows">
        <OfflineBanner />
        {demo && <DemoBanner endsAt={demo.endsAt} />}
        {company?.deletionDueAt && <DeletionBanner company={company} dueAt={company.deletionDueAt} />}
        <Header
          person={person}
          platformAdmin={platformAdmin}
          company={company}
          companies={companies}
          mayFound={mayFound}
          onSwitch={(next) => void switchTo(next)}
          onEnter={enter}
          onToggleSidebar={toggle}
        />
        <main className="main" id="main" tabIndex={-1}>
          {company ? (
            <WorkspaceProvider value={{ person, company, platformAdmin, mayFound }}>
              <SecondFactorGate closed={company.secondFactorRequired && session?.hasSecondFactor === false}>
                {auditing && !forAuditors(pathname) ? (
                  <Navigate to="/dashboard/audit" replace />
                ) : (
                  <Outlet key={company.id} />
                )}
              </SecondFactorGate>
            </WorkspaceProvider>
          ) : platformAdmin && opensWithoutCompany(pathname, search) ? (
            <Outlet />
          ) : (
            <WelcomeDialog onCreated={enter} mayFound={mayFound} />
          )}
        </main>
        {company && !auditing && <WalkThrough personId={person.id} />}
      </div>
    </div>
  );
}

/** The workspace's own failures: mostly a server that cannot be reached. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!(error instanceof AppError)) throw error;
  return (
    <main className="narrow-page">
      <h1 className="visually-hidden">Exhibit</h1>
      <Logo />
      <div className="above-64">
        <FailedState message={error.message} requestId={error.requestId} onRetry={() => location.reload()} />
      </div>
    </main>
  );
}
