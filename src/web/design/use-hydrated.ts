import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Whether scripts run yet. A prerendered page shows before they do, and what cannot work until then must not take a
 * press: a form sent early would be sent by the browser itself.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
