import { History } from "lucide-react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { lazily } from "#web/lazily.tsx";
import { Tabs } from "#web/design/tabs.tsx";
import { useCan } from "../company-context.tsx";
import { CompanyTab } from "./company-tab.tsx";
import "./settings.css";
import "./people.css";

const meanwhile = <SkeletonLines lines={9} />;
const ProfileTab = lazily(() => import("./profile-tab.tsx"), meanwhile);
const NotificationsTab = lazily(() => import("./notifications-tab.tsx"), meanwhile);
const PortalTab = lazily(() => import("./portal/portal-tab.tsx"), meanwhile);
const IntegrationsTab = lazily(() => import("./integrations/integrations-tab.tsx"), meanwhile);

export const meta = () => [{ title: "Settings - Exhibit" }];

const tabs = [
  { key: "company", label: "Company" },
  { key: "profile", label: "Profile" },
  { key: "notifications", label: "Notifications" },
  { key: "integrations", label: "Integrations" },
  { key: "portal", label: "Portal" },
] as const;

type TabKey = (typeof tabs)[number]["key"];

/** The company, the person, and how they are told; `?tab=profile` leads to a tab. */
export default function SettingsScreen() {
  const [search, setSearch] = useSearchParams();
  const mayPublish = useCan("portal.manage");
  const shown = tabs.filter(({ key }) => key !== "portal" || mayPublish);
  const chosen = shown.find(({ key }) => key === search.get("tab"))?.key ?? "company";
  return (
    <div className="page">
      <PageHead
        title="Settings"
        actions={
          <ButtonLink icon={History} to="/dashboard/activity">
            Activity
          </ButtonLink>
        }
      />
      <div className="above-20">
        <Tabs
          label="Settings"
          tabs={shown}
          chosen={chosen}
          onChoose={(tab) => setSearch(tab === "company" ? {} : { tab }, { replace: true })}
        >
          <Panel tab={chosen} />
        </Tabs>
      </div>
    </div>
  );
}

function Panel({ tab }: { tab: TabKey }) {
  if (tab === "company") return <CompanyTab />;
  return (
    <>
      {tab === "profile" && <ProfileTab />}
      {tab === "notifications" && <NotificationsTab />}
      {tab === "integrations" && <IntegrationsTab />}
      {tab === "portal" && <PortalTab />}
    </>
  );
}
