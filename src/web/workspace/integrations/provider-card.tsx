import type { Provider } from "#catalog/providers.ts";
import { Button } from "#web/design/button.tsx";
import { AccountLine } from "./account-line.tsx";
import type { Connection, Offer } from "./connection.ts";
import { accountsOf, stateWord } from "./connection.ts";
import { lastSync } from "./last-sync.ts";

interface ProviderCardProps {
  provider: Provider;
  offer: Offer;
  mayManage: boolean;
  onConnect: () => void;
  /** Goes on with a connection that is not confirmed yet. */
  onContinue: (connection: Connection) => void;
  onManage: (connection: Connection) => void;
}

/** A provider: what would be read, the accounts that are connected, and when they were last read. */
export function ProviderCard({ provider, offer, ...acts }: ProviderCardProps) {
  const accounts = accountsOf(offer);
  const [first] = accounts;
  const newest = accounts
    .flatMap(({ lastCollectedAt }) => lastCollectedAt ?? [])
    .toSorted()
    .at(-1);
  return (
    <article aria-label={provider.name} className="provider">
      <div className="provider-head">
        <span className="provider-label" data-on={first ? true : undefined} aria-hidden="true">
          {provider.initials}
        </span>
        <div className="narrows">
          <h2 className="title-card">{provider.name}</h2>
          <p className="compact faint">
            {provider.kind}
            {provider.beta && <span className="settings-tag">Beta</span>}
          </p>
        </div>
      </div>
      <p className="compact quiet">{provider.description}</p>
      {accounts.length === 0 && (
        <p className="provider-note">
          {offer.methods.length > 0
            ? `Will collect: ${provider.reads.join(", ").toLowerCase()}.`
            : "This connector is not available yet. Import a report instead."}
        </p>
      )}
      {accounts.length > 0 && (
        <ul className="account-lines" aria-label={`Accounts of ${provider.name}`}>
          {accounts.map((connection) => (
            <li key={connection.id}>
              <AccountLine connection={connection} alone={accounts.length === 1} />
            </li>
          ))}
        </ul>
      )}
      <div className="provider-foot">
        <span className="provider-state" data-state={first?.state}>
          <svg width="12" height="12" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 1 15 8 8 15 1 8z" />
          </svg>
          {stateWord(first)}
        </span>
        {newest && <span className="compact faint">{lastSync(newest)}</span>}
        <CardButton {...acts} accounts={accounts} />
      </div>
    </article>
  );
}

type CardButtonProps = Omit<ProviderCardProps, "provider" | "offer"> & { accounts: readonly Connection[] };

/** The one thing to do here. Who may only look can open what is connected, too. */
function CardButton({ accounts, mayManage, onConnect, onContinue, onManage }: CardButtonProps) {
  const begun = accounts.find(({ state }) => state === "linking" || state === "confirming");
  const settled = accounts.filter((account) => account !== begun);
  if (settled[0])
    return (
      <Button size="small" onClick={() => onManage(settled[0]!)}>
        Manage
      </Button>
    );
  if (!mayManage) return null;
  if (begun)
    return (
      <Button size="small" kind="primary" onClick={() => onContinue(begun)}>
        Continue
      </Button>
    );
  return (
    <Button size="small" kind="primary" onClick={onConnect}>
      Connect
    </Button>
  );
}
