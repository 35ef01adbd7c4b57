import { useEffect, useState } from "react";
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, redirect, useLoaderData, useLocation, useNavigate, useRouteError } from "react-router";
import { api, onSessionEnded, queryClient } from "#web/api.ts";
import { FailedState } from "#web/design/states.tsx";
import { Logo } from "#web/design/logo.tsx";
import { tellPresence } from "#web/presence.ts";
import { Refusal } from "#web/refusal.ts";
import { rememberReturnPath } from "#web/return-path.ts";
import { WorkspaceProvider } from "../company-context.tsx";
import type { Company, Person } from "../company-context.tsx";
import { WelcomeDialog } from "./company-dialogs.tsx";
import { DemoBanner, tellDemoEnded } from "./demo-banner.tsx";
import { Header } from "./header.tsx";
import { Sidebar, SidebarDrawer } from "./sidebar.tsx";
import { useSidebar } from "./sidebar-state.ts";
import { useCompanies } from "./use-companies.ts";

export const meta = () => [{ title: "Exhibit" }];

/** The door: nobody gets past it without a session, and the first answers are on their way before anything is drawn. */
export async function clientLoader({ request }: { request: Request }) {
  const { user, platformAdmin, demo } = await queryClient.fetchQuery({
    ...api.session.current.queryOptions({ input: {} }),
    staleTime: 0,
  });
  if (!user) {
    const wanted = new URL(request.url);
    rememberReturnPath(wanted.pathname + wanted.search);
    throw redirect("/login");
  }
  tellPresence(true);
  const companies = await queryClient.fetchQuery(api.companies.list.queryOptions({ input: {} }));
  return { user, platformAdmin, demo, companies };
}

// The session is asked for once per visit; an answer that says it has ended is what closes the door again.
export const shouldRevalidate = () => false;

export default function WorkspaceLayout() {
  const { user, platformAdmin, demo, companies } = useLoaderData<typeof clientLoader>();
  useLeavingWhenSessionEnds(demo !== null);
  return (
    <QueryClientProvider client={queryClient}>
      <Shell person={user} platformAdmin={platformAdmin} demo={demo} loaded={companies} />
    </QueryClientProvider>
  );
}

interface ShellProps {
  person: Person;
  platformAdmin: boolean;
  demo: { endsAt: string } | null;
  loaded: readonly Company[];
}

function Shell({ person, platformAdmin, demo, loaded }: ShellProps) {
  const { company, companies, switchTo } = useCompanies(loaded);
  const sidebar = useSidebar();
  const [drawer, setDrawer] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setDrawer(false), [pathname]);
  const toggle = sidebar.phone ? () => setDrawer(!drawer) : sidebar.toggle;

  return (
    <div className="app" data-rail={sidebar.rail || undefined}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {sidebar.phone ? drawer && <SidebarDrawer onClose={() => setDrawer(false)} /> : <Sidebar rail={sidebar.rail} />}
      <div className="min-w-0">
        {demo && <DemoBanner endsAt={demo.endsAt} />}
        <Header
          person={person}
          platformAdmin={platformAdmin}
          company={company}
          companies={companies}
          onSwitch={switchTo}
          onToggleSidebar={toggle}
        />
        <main className="main" id="main" tabIndex={-1}>
          {company ? (
            <WorkspaceProvider value={{ person, company, platformAdmin }}>
              <Outlet key={company.id} />
            </WorkspaceProvider>
          ) : (
            <WelcomeDialog onCreated={switchTo} />
          )}
        </main>
      </div>
    </div>
  );
}

function useLeavingWhenSessionEnds(inDemo: boolean) {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnded(() => {
        if (inDemo) tellDemoEnded();
        else rememberReturnPath(location.pathname + location.search);
        queryClient.clear();
        void navigate("/login");
      }),
    [inDemo, navigate],
  );
}

/** The workspace's own failures: mostly a server that cannot be reached. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!(error instanceof Refusal)) throw error;
  return (
    <main className="mx-auto max-w-2xl px-4 py-6 md:px-8">
      <h1 className="visually-hidden">Exhibit</h1>
      <Logo />
      <div className="mt-16">
        <FailedState message={error.message} requestId={error.requestId} onRetry={() => location.reload()} />
      </div>
    </main>
  );
}
