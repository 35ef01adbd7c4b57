import { useState } from "react";
import { providers } from "#catalog/providers.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useCan } from "../company-context.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";
import { ProviderCard } from "./provider-card.tsx";
import { useConnections } from "./use-connections.ts";

/** Every provider as a card of one ruled grid. */
export function ProvidersGrid({ onImport }: { onImport: () => void }) {
  const connections = useConnections();
  const mayManage = useCan("connections.manage");
  const [opened, setOpened] = useState<ProviderKey>();
  return (
    <Screen data={connections} loading={<SkeletonLines lines={8} />} empty={null}>
      {(list) => {
        const of = (key: ProviderKey) => list.find((one) => one.provider === key)!;
        const shown = providers.filter(({ key }) => list.some((one) => one.provider === key));
        const provider = shown.find((one) => one.key === opened);
        return (
          <>
            <ul className="ruled-grid" data-columns="3">
              {shown.map((one) => (
                <li key={one.key}>
                  <ProviderCard
                    provider={one}
                    offer={of(one.key)}
                    onOpen={mayManage ? () => setOpened(one.key) : undefined}
                  />
                </li>
              ))}
            </ul>
            {provider && (
              <ConnectDialog
                provider={provider}
                offer={of(provider.key)}
                onImport={() => {
                  setOpened(undefined);
                  onImport();
                }}
                onClose={() => setOpened(undefined)}
              />
            )}
          </>
        );
      }}
    </Screen>
  );
}
