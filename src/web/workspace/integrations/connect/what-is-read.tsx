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
            <b className="font-semibold">Never read:</b> {provider.never}
          </span>
        </li>
      </ul>
      {offer.scopes.length > 0 && (
        <details className="more">
          <summary>Permissions ({offer.scopes.length}), all read-only</summary>
          <ul className="lines scopes">
            {offer.scopes.map(({ scope, reads, required }) => (
              <li key={scope}>
                <span className="mono break-all">{scope}</span>
                <span className="block text-ink-2">
                  Read {reads}
                  {!required && <span className="text-ink-3"> (optional)</span>}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
