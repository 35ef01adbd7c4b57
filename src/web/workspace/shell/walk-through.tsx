import { useWalkProgress } from "#web/walk-progress.ts";
import { lazily } from "#web/lazily.tsx";

const WalkThroughBar = lazily(async () => ({ default: (await import("./walk-through-bar.tsx")).WalkThroughBar }));

/** The bar of a guided tour, while somebody takes one. */
export function WalkThrough({ personId }: { personId: string }) {
  const { progress } = useWalkProgress(personId);
  return progress.active !== null && <WalkThroughBar personId={personId} />;
}
