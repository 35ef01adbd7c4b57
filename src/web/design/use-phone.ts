import { useCallback, useSyncExternalStore } from "react";

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Whether the screen is narrower than 768 px, the one width at which the layout changes. */
export function usePhone(): boolean {
  return useMedia("(max-width: 767.98px)");
}

/** Whether a list and the panel of one of its rows have no room beside each other; then the panel takes the page. */
export function usePanelAlone(): boolean {
  return useMedia("(max-width: 1023.98px)");
}
