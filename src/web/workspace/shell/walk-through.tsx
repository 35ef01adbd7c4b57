import { lazy, Suspense } from "react";
import { useWalkProgress } from "#web/walk-progress.ts";

const WalkThroughBar = lazy(async () => ({ default: (await import("./walk-through-bar.tsx")).WalkThroughBar }));

/** The bar of a guided tour, while somebody takes one. */
export function WalkThrough({ personId }: { personId: string }) {
  const { progress } = useWalkProgress(personId);
  return <Suspense>{progress.active !== null && <WalkThroughBar personId={personId} />}</Suspense>;
}
