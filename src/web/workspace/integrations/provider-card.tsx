import type { Provider } from "#catalog/providers.ts";
import { Button } from "#web/design/button.tsx";
import { lastSync } from "./last-sync.ts";
import type { Offer } from "./use-connections.ts";

interface ProviderCardProps {
  provider: Provider;
  offer: Offer;
  /** Undefined for who may only look. */
  onOpen: (() => void) | undefined;
}

/** A provider: what would be read, whether it is connected, and when it was last read. */
export function ProviderCard({ provider, offer, onOpen }: ProviderCardProps) {
  const [connection] = offer.connections;
  const connected = connection?.state === "connected";
  return (
    <article aria-label={provider.name} className="provider">
      <div className="provider-head">
        <span className="provider-label" data-on={connected || undefined} aria-hidden="true">
          {provider.initials}
        </span>
        <div className="min-w-0">
          <h2 className="title-card">{provider.name}</h2>
          <p className="text-sm text-ink-3">
            {provider.kind}
            {provider.beta && <span className="settings-tag">Beta</span>}
          </p>
        </div>
      </div>
      <p className="text-sm text-ink-2">{provider.description}</p>
      {!connected && (
        <p className="provider-note">
          {offer.methods.length > 0
            ? `Will collect: ${provider.reads.join(", ").toLowerCase()}.`
            : "This connection is being built. Import its report instead."}
        </p>
      )}
      <div className="provider-foot">
        <span className="provider-state" data-on={connected || undefined}>
          <svg width="12" height="12" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 1 15 8 8 15 1 8z" />
          </svg>
          {connected ? "Connected" : "Not Connected"}
        </span>
        {connection?.lastCollectedAt && (
          <span className="text-sm text-ink-3">{lastSync(connection.lastCollectedAt)}</span>
        )}
        {onOpen && (
          <Button size="small" kind={connected ? "secondary" : "primary"} onClick={onOpen}>
            {connected ? "Manage" : "Connect"}
          </Button>
        )}
      </div>
    </article>
  );
}
