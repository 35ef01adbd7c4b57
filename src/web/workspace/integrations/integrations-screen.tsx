import { FileUp } from "lucide-react";
import { allProviders } from "#catalog/providers.ts";
import { Button } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { WithPanel } from "#web/design/side-panel.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useCan } from "../company-context.tsx";
import { ConnectDialog } from "./connect/connect-dialog.tsx";
import { LinkingDialog } from "./connect/linking-dialog.tsx";
import { WayEnded } from "./connect/way-ended.tsx";
import type { Offer } from "./connection.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { ManagePanel } from "./manage/manage-panel.tsx";
import { ProvidersGrid } from "./providers-grid.tsx";
import type { KnownOffer } from "./providers-grid.tsx";
import { ReportFormats } from "./report-formats.tsx";
import { useConnections } from "./use-connections.ts";
import { useOpened } from "./use-opened.ts";
import "./integrations.css";

export const meta = () => [{ title: "Integrations - Exhibit" }];

/** How evidence comes in by itself: what a company connects, and the reports its scanners write. */
export default function IntegrationsScreen() {
  const [mayFile, mayManage] = [useCan("imports.create"), useCan("connections.manage")];
  const opened = useOpened();
  const connections = useConnections();
  const offers = known(connections.data);
  const offerOf = (key: string) => offers.find(({ provider }) => provider.key === key);
  const connecting = mayManage && opened.connect ? offerOf(opened.connect) : undefined;
  const managed = opened.manage;

  function leavePanel() {
    const key = connections.data?.find((offer) => offer.connections.some(({ id }) => id === managed))?.provider;
    opened.close();
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`#provider-${key} .button`)?.focus({ preventScroll: true }),
    );
  }

  const page = (
    <>
      <PageHead
        title="Integrations"
        sub="Connections are read-only and need no agents. You can also import scanner reports."
        actions={
          mayFile && (
            <Button kind="primary" icon={FileUp} onClick={() => opened.openImport()}>
              Import a Report
            </Button>
          )
        }
      />
      <Screen data={connections} loading={<SkeletonLines lines={8} />} empty={null}>
        {() => <ProvidersGrid offers={offers} mayManage={mayManage} opened={opened} />}
      </Screen>
      <ReportFormats mayFile={mayFile} />
      {mayFile && opened.import && <ImportDialog onClose={opened.close} />}
      {connecting && (
        <ConnectDialog
          {...connecting}
          again={connecting.offer.connections.find(({ id }) => id === opened.again)}
          onImport={() => opened.openImport(true)}
          onBegun={(id) => (opened.again ? opened.openManage(id, "overview", true) : opened.openConnection(id, true))}
          onClose={opened.close}
        />
      )}
      {opened.failure && <WayEnded failure={opened.failure} onClose={opened.close} />}
      {opened.connection && (
        <LinkingDialog
          key={opened.connection}
          connectionId={opened.connection}
          offerOf={offerOf}
          mayManage={mayManage}
          onTryAgain={({ key }, again) => opened.openConnect(key, again)}
          onManage={() => opened.openManage(opened.connection!, "checks")}
          onClose={opened.close}
        />
      )}
    </>
  );
  const panel = managed && (
    <ManagePanel key={managed} connectionId={managed} {...{ offerOf, mayManage, opened }} onClose={leavePanel} />
  );
  return <WithPanel page={page} panel={panel} />;
}

/** What this installation shows, in the order of the catalogue. */
function known(list: readonly Offer[] | undefined): readonly KnownOffer[] {
  return allProviders.flatMap((provider) => {
    const offer = list?.find((item) => item.provider === provider.key);
    return offer ? [{ provider, offer }] : [];
  });
}
