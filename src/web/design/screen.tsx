import type { ReactNode } from "react";
import { NotThere } from "./not-there.tsx";
import type { WayBack } from "./not-there.tsx";
import { FailedState, SecondFactorNeeded } from "./states.tsx";

/** The part of a query this knows about. An error may carry the `requestId` under which the server logged it. */
interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface ScreenProps<Data> {
  data: Asked<Data>;
  loading: ReactNode;
  /** What to show instead of nothing; `null` for data that is never empty. */
  empty: { readonly when: (data: Data) => boolean; readonly show: ReactNode } | null;
  /** Where to go on from a page whose matter does not exist; a panel is closed instead. */
  back?: WayBack;
  children: (data: Data) => ReactNode;
}

/**
 * The four faces of everything that is fetched: loading, empty, failed, ready. All four are required, so none can be
 * forgotten. An answer that is already here stays while it is asked for again, even if that fails.
 */
export function Screen<Data>({ data: asked, loading, empty, back, children }: ScreenProps<Data>) {
  const { data, error, refetch } = asked;
  if (data === undefined && error) {
    const { code, message, requestId } = error as { code?: string; message: string; requestId?: string };
    if (code === "second-factor-required") return <SecondFactorNeeded />;
    if (code === "not-found") return <NotThere message={message} back={back} />;
    return <FailedState message={message} requestId={requestId} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return loading;
  if (empty?.when(data)) return empty.show;
  return children(data);
}
