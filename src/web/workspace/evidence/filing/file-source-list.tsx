import type { FileSourceKey } from "#domain/file-link.ts";
import { api, client, queryClient } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { ConnectLink, useFileSources } from "./file-sources.tsx";

/** Each source with its account. */
export function FileSourceList() {
  const sources = useFileSources();
  async function disconnect(source: FileSourceKey) {
    await client.linkedFiles
      .disconnect({ source })
      .catch((problem: unknown) => showError(problem, "We couldn't disconnect this account. Try again."));
    await queryClient.invalidateQueries({ queryKey: api.linkedFiles.key() });
  }
  return (
    <ul className="filing-sources" aria-label="Accounts">
      {sources.map(({ source, name, connected }) => (
        <li key={source}>
          {connected ? (
            <>
              <span>
                {name}
                <span className="quiet breaks">{connected.account ? ` ${connected.account}` : " connected"}</span>
              </span>
              <button
                type="button"
                className="link"
                aria-label={`Disconnect ${name}`}
                onClick={() => void disconnect(source)}
              >
                Disconnect
              </button>
            </>
          ) : (
            <ConnectLink source={source} />
          )}
        </li>
      ))}
    </ul>
  );
}
