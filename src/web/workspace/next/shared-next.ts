import type { NextAction } from "./next-address.ts";

interface WithNext {
  readonly next: NextAction | null;
}

/** Something to do that is next for several controls at once, done in one place. */
export interface SharedNext {
  readonly next: NextAction;
  /** For how many controls it is next: two at least. */
  readonly controls: number;
}

/** What is next for most controls of a project and is done once for all of them; undefined where nothing is shared. */
export function sharedNext(controls: readonly WithNext[]): SharedNext | undefined {
  const places = controls.flatMap(({ next }) =>
    next && ["scope", "connect", "import"].includes(next.kind) ? [next] : [],
  );
  const groups = [...Map.groupBy(places, ({ kind, label, message }) => (kind === "import" ? message : label)).values()];
  const [most] = groups.toSorted((a, b) => b.length - a.length);
  return most && most.length > 1 ? { next: most[0]!, controls: most.length } : undefined;
}

/** "Connect GitHub. This is next for 3 controls." */
export function saySharedNext({ next, controls }: SharedNext): string {
  const what = next.kind === "import" ? next.message : next.label;
  return `${what}. This is next for ${controls} controls.`;
}
