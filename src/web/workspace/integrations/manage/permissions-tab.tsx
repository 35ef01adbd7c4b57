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
        <p className="mb-2 text-ink-2">
          {provider.name} does not report what these credentials allow. See Runs for data that could not be read.
        </p>
      )}
      {permissions.length === 0 ? (
        <p className="text-ink-2">This connection has no named permissions.</p>
      ) : (
        <ul className="lines" aria-label="Permissions">
          {permissions.map((permission) => (
            <li key={permission.scope}>
              <div className="flex items-baseline justify-between gap-4">
                <span className="mono min-w-0 break-all">{permission.scope}</span>
                <Mark finding={standing(permission).finding} size="small">
                  {standing(permission).word}
                </Mark>
              </div>
              <p className="text-ink-2">
                Read {permission.reads}
                {!permission.required && <span className="text-ink-3"> (optional)</span>}
              </p>
              {permission.granted === false && (
                <p className="text-ink-2">
                  Checks that need it stay unknown. Grant it at {provider.name}, then reconnect.
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <PanelSection title="Never requested">
        <p>Write access. We reject credentials with write access and stop a connection that gains it.</p>
        <p className="mt-1 text-ink-2">Never read: {provider.never}</p>
      </PanelSection>
    </>
  );
}

function standing({ granted, required }: Permission): { finding: Finding; word: string } {
  if (granted === null) return { finding: "needs evidence", word: "Not reported" };
  if (granted) return { finding: "passing", word: "Granted" };
  return { finding: required ? "failing" : "unknown", word: "Not granted" };
}
