import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#web/design/button.tsx";
import { Select } from "#web/design/input.tsx";
import { Screen } from "#web/design/screen.tsx";
import { PanelTitle, SidePanel } from "#web/design/side-panel.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { Tabs } from "#web/design/tabs.tsx";
import type { Provider } from "#catalog/providers.ts";
import type { ConnectionDetails, Offer } from "../connection.ts";
import { accountName, accountsOf, stateWord } from "../connection.ts";
import { useConnection } from "../use-connections.ts";
import type { ManageTab, Opened } from "../use-opened.ts";
import { ChangesTab } from "./changes-tab.tsx";
import { ChecksTab } from "./checks-tab.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { PermissionsTab } from "./permissions-tab.tsx";
import { RunsTab } from "./runs-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";

interface ManagePanelProps {
  connectionId: string;
  offerOf: (provider: string) => { provider: Provider; offer: Offer } | undefined;
  mayManage: boolean;
  opened: Opened;
  onClose: () => void;
}

/** What each tab is given. */
export interface TabProps {
  provider: Provider;
  offer: Offer;
  connection: ConnectionDetails;
  mayManage: boolean;
  opened: Opened;
}

/** One account: how its checks stand, what it was granted, what each hour brought, and what can be done with it. */
export function ManagePanel({ connectionId, offerOf, mayManage, opened, onClose }: ManagePanelProps) {
  const answer = useConnection(connectionId);
  const known = answer.data && offerOf(answer.data.provider);
  return (
    <SidePanel
      label={`Manage ${known?.provider.name ?? "connection"}`}
      backTo="Integrations"
      onClose={onClose}
      actions={
        mayManage &&
        known &&
        known.offer.methods.length > 0 && (
          <Button kind="quiet" size="small" icon={Plus} onClick={() => opened.openConnect(known.provider.key)}>
            Connect another account
          </Button>
        )
      }
    >
      <Screen data={answer} loading={<SkeletonLines lines={10} />} empty={null}>
        {(connection) =>
          known ? <Account {...known} {...{ connection, mayManage, opened }} /> : <SkeletonLines lines={10} />
        }
      </Screen>
    </SidePanel>
  );
}

function Account(props: TabProps) {
  const { provider, offer, connection, opened } = props;
  const accounts = accountsOf(offer);
  const failing = connection.outcomes.fail;
  const tabs: { key: ManageTab; label: string; count?: number }[] = [
    { key: "overview", label: "Overview" },
    { key: "checks", label: "Checks", ...(failing > 0 ? { count: failing } : {}) },
    { key: "permissions", label: "Permissions" },
    { key: "runs", label: "Runs" },
    { key: "changes", label: "Changes" },
    ...(connection.settingFields.length > 0 ? [{ key: "settings" as const, label: "Settings" }] : []),
  ];
  const chosen = tabs.find(({ key }) => key === opened.tab)?.key ?? "overview";
  const list = useRef<HTMLDivElement>(null);
  // On a phone not all tabs are in sight.
  useEffect(() => {
    list.current?.querySelector(`[data-key="${chosen}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosen]);
  return (
    <>
      <PanelTitle>{accountName(connection)}</PanelTitle>
      <p className="quiet">
        {provider.name}, {stateWord(connection).toLowerCase()}
      </p>
      {accounts.length > 1 && (
        <div className="above-8">
          <Select
            aria-label="Account"
            value={connection.id}
            onChange={(event) => opened.openManage(event.target.value, opened.tab, true)}
          >
            {accounts.map((account) => (
              <option key={account.id} value={account.id}>
                {accountName(account)}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className="panel-tabs" ref={list}>
        <Tabs
          label={`${provider.name} connection`}
          tabs={tabs}
          chosen={chosen}
          onChoose={(tab) => opened.openManage(connection.id, tab, true)}
        >
          <div className="panel-tab">
            <Tab {...props} tab={chosen} />
          </div>
        </Tabs>
      </div>
    </>
  );
}

function Tab({ tab, ...props }: TabProps & { tab: ManageTab }) {
  if (tab === "checks") return <ChecksTab {...props} />;
  if (tab === "permissions") return <PermissionsTab {...props} />;
  if (tab === "runs") return <RunsTab {...props} />;
  if (tab === "changes") return <ChangesTab {...props} />;
  if (tab === "settings") return <SettingsTab {...props} />;
  return <OverviewTab {...props} />;
}
