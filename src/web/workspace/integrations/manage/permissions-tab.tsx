import type { Finding } from "#web/design/glyph.tsx";
import { Mark } from "#web/design/mark.tsx";
import { PanelSection } from "#web/design/side-panel.tsx";
import type { ConnectionDetails } from "../connection.ts";
import type { TabProps } from "./manage-panel.tsx";

type Permission = ConnectionDetails["permissions"][number];

/** What the account granted, what it did not, and what is never asked for. */
export function PermissionsTab({ provider, connection }: TabProps) {
  const { permissions } = connection;
  const untold = permissions.length > 0 && permissions.every(({ granted }) => granted === null);
  return (
    <>
      {untold && (
        <p className="below-8 quiet">
          {provider.name} does not report what these credentials allow. See Runs for data that could not be read.
        </p>
      )}
      {permissions.length === 0 ? (
        <p className="quiet">This connection has no named permissions.</p>
      ) : (
        <ul className="lines" aria-label="Permissions">
          {permissions.map((permission) => (
            <li key={permission.scope}>
              <div className="apart">
                <span className="mono narrows breaks">{permission.scope}</span>
                <Mark finding={standing(permission).finding} size="small">
                  {standing(permission).word}
                </Mark>
              </div>
              <p className="quiet">
                Read {permission.reads}
                {!permission.required && <span className="faint"> (optional)</span>}
              </p>
              {permission.granted === false && (
                <p className="quiet">Checks that need it stay unknown. Grant it at {provider.name}, then reconnect.</p>
              )}
            </li>
          ))}
        </ul>
      )}
      <PanelSection title="Never requested">
        <p>Write access. We reject credentials with write access and stop a connection that gains it.</p>
        <p className="above-4 quiet">Never read: {provider.never}</p>
      </PanelSection>
    </>
  );
}

function standing({ granted, required }: Permission): { finding: Finding; word: string } {
  if (granted === null) return { finding: "needs evidence", word: "Not reported" };
  if (granted) return { finding: "passing", word: "Granted" };
  return { finding: required ? "failing" : "unknown", word: "Not granted" };
}
