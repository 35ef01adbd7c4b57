import type { Provider } from "#catalog/providers.ts";
import type { Offer } from "./connection.ts";
import { ProviderCard } from "./provider-card.tsx";
import type { Opened } from "./use-opened.ts";

export interface KnownOffer {
  provider: Provider;
  offer: Offer;
}

/** Every provider as a card of one ruled grid. */
export function ProvidersGrid({
  offers,
  mayManage,
  opened,
}: {
  offers: readonly KnownOffer[];
  mayManage: boolean;
  opened: Opened;
}) {
  return (
    <ul className="ruled-grid" data-columns="3">
      {offers.map(({ provider, offer }) => (
        <li
          key={provider.key}
          id={`provider-${provider.key}`}
          tabIndex={-1}
          data-current={offer.connections.some(({ id }) => id === opened.manage) || undefined}
        >
          <ProviderCard
            provider={provider}
            offer={offer}
            mayManage={mayManage}
            onConnect={() => opened.openConnect(provider.key)}
            onContinue={({ id }) => opened.openConnection(id)}
            onManage={({ id }) => opened.openManage(id)}
          />
        </li>
      ))}
    </ul>
  );
}
