import { useSyncExternalStore } from "react";

/** Says at once that there is no network, for as long as there is none; a page that is open stays as it is. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className="offline-banner">
          You are offline. This page may be out of date. You can save again once you are back online.
        </p>
      )}
    </div>
  );
}

function watchNetwork(listener: () => void): () => void {
  const leaving = new AbortController();
  for (const event of ["online", "offline"]) addEventListener(event, listener, { signal: leaving.signal });
  return () => leaving.abort();
}
