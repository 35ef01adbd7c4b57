import { Eye, EyeOff } from "lucide-react";
import type { Provider } from "#catalog/providers.ts";
import { Icon } from "#web/design/icon.tsx";
import type { Offer } from "../connection.ts";

/** In plain words what is read and what never, and behind it the exact permissions. */
export function WhatIsRead({ provider, offer }: { provider: Provider; offer: Offer }) {
  return (
    <>
      <ul className="provider-reads" aria-label="Data collected">
        {provider.reads.map((text) => (
          <li key={text}>
            <Icon of={Eye} />
            {text}
          </li>
        ))}
        <li>
          <Icon of={EyeOff} />
          <span>
            <b className="strong">Never read:</b> {provider.never}
          </span>
        </li>
      </ul>
      {offer.scopes.length > 0 && (
        <details className="more">
          <summary>Permissions ({offer.scopes.length}), all read-only</summary>
          <ul className="lines">
            {offer.scopes.map(({ scope, reads, required }) => (
              <li key={scope}>
                <span className="mono breaks">{scope}</span>
                <span className="own-line quiet">
                  Read {reads}
                  {!required && <span className="faint"> (optional)</span>}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
