import { useEffect, useEffectEvent, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { afterPaint } from "./after-paint.ts";
import { unreachable } from "./app-error.ts";
import { FailedState } from "./design/states.tsx";
import { toast } from "./design/toast-list.ts";

/** A file that is gone belongs to a release before this one. */
const RELEASED = "Exhibit was updated while this page was open. Reload the page to continue.";

type Loaded<Props> = { readonly default: ComponentType<Props> };
type State<Props> = ComponentType<Props> | "loading" | "lost";

/**
 * A part of a page whose file is fetched when it is first shown: a dialog, a tab, a panel. Between its key and its first drawing stands a
 * paint, so that no key waits for both the file's own work and the drawing. Where the file cannot be had, a dialog says so and closes,
 * anything else says so in its place, and what is typed on the page stays.
 */
export function lazily<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  let kept: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [state, setState] = useState<State<Props>>(() => kept ?? "loading");
    useEffect(() => {
      if (kept) return;
      let isShown = true;
      const put = (next: State<Props>) => isShown && setState(() => next);
      load()
        .then(async ({ default: loaded }) => {
          kept = loaded;
          await afterPaint();
          put(loaded);
        })
        .catch(() => put("lost"));
      return () => void (isShown = false);
    }, []);
    if (state === "loading") return meanwhile;
    if (state === "lost") return <Lost onClose={(props as { onClose?: () => void }).onClose} />;
    const Part = state;
    return <Part {...props} />;
  };
}

function Lost({ onClose }: { onClose?: (() => void) | undefined }) {
  const message = navigator.onLine ? RELEASED : unreachable().message;
  const sayAndClose = useEffectEvent(() => {
    if (!onClose) return;
    toast.error(message, navigator.onLine ? { action: { label: "Reload", onPress: () => location.reload() } } : {});
    onClose();
  });
  useEffect(() => sayAndClose(), []);
  return onClose ? null : <FailedState message={message} onRetry={() => location.reload()} />;
}
