import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { api } from "#web/api.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { Tabs } from "#web/design/tabs.tsx";
import { FeatureFlags } from "./feature-flags.tsx";
import { HealthTab } from "./health-tab.tsx";
import { RequestsTab } from "./requests-tab.tsx";
import { UsersTab } from "./users-tab.tsx";
import "./admin.css";

export const meta = () => [{ title: "Admin - Exhibit" }];

const tabs = [
  { key: "users", label: "Users" },
  { key: "flags", label: "Feature Flags" },
  { key: "requests", label: "Requests" },
  { key: "health", label: "Health" },
] as const;

const panels = { users: UsersTab, flags: FeatureFlags, requests: RequestsTab, health: HealthTab } as const;

/** What concerns the whole installation; `?tab=requests` leads to a tab. Everybody finds the page; who does not run it is told so. */
export default function AdminScreen() {
  // Not from the workspace: who runs the installation need not be in a company.
  const { data: session } = useQuery(api.session.current.queryOptions({ input: {}, staleTime: Infinity }));
  const [search, setSearch] = useSearchParams();
  const chosen = tabs.find(({ key }) => key === search.get("tab"))?.key ?? "users";
  const Panel = panels[chosen];
  return (
    <div className="page">
      <PageHead title="Admin" sub="Manage this installation. Company evidence is never visible here." />
      {session?.platformAdmin === true && (
        <div className="above-20">
          <Tabs
            label="Admin"
            tabs={tabs}
            chosen={chosen}
            onChoose={(tab) => setSearch(tab === "users" ? {} : { tab }, { replace: true })}
          >
            <Panel />
          </Tabs>
        </div>
      )}
      {session?.platformAdmin === false && <NotForYou />}
    </div>
  );
}

function NotForYou() {
  return (
    <div className="stack gap-12 above-20 measure quiet">
      <p>
        This page is for platform admins, who run this installation. Owners and admins manage their company under
        Settings.
      </p>
      <p>
        If you need access, ask a platform admin to change your role, or ask the operator to grant it at the command
        line.
      </p>
    </div>
  );
}
