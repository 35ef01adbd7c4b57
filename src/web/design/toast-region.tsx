import { Info, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Glyph } from "./glyph.tsx";
import { Icon } from "./icon.tsx";
import { addRegion, dismiss, showCarried, useIsTopRegion, useToasts } from "./toast-list.ts";
import type { ToastItem } from "./toast-list.ts";

/**
 * Where toasts show and are announced. The page has one, and each modal dialog brings its own: what lies outside a
 * modal dialog is inert, so a toast there could be neither pressed nor heard. The two live regions are there before
 * the first toast, because a region that arrives together with its text is not announced.
 */
export function ToastRegion() {
  const [region] = useState(() => Symbol("toasts"));
  useEffect(() => addRegion(region), [region]);
  useEffect(showCarried, []);
  const top = useIsTopRegion(region);
  const items = useToasts();
  const shown = top ? items : [];
  return (
    <div className="toasts">
      <div role="status" aria-atomic="false">
        {shown.map((item) => item.kind !== "error" && <Toast key={item.id} item={item} />)}
      </div>
      <div role="alert" aria-atomic="false">
        {shown.map((item) => item.kind === "error" && <Toast key={item.id} item={item} />)}
      </div>
    </div>
  );
}

const findings = { success: "passing", error: "failing", info: "sealed", work: "sealed" } as const;

/** Milliseconds each toast still has; kept here because a toast that moves to another region goes on counting. */
const left = new Map<number, number>();
const tick = 250;

function Toast({ item }: { item: ToastItem }) {
  const held = useRef(false);
  useEffect(() => {
    if (!Number.isFinite(item.lasts)) return;
    // Counted in ticks rather than by one timer, so that a pointer or the focus on it stops the clock.
    const clock = setInterval(() => {
      if (held.current) return;
      left.set(item.id, (left.get(item.id) ?? item.lasts) - tick);
      if ((left.get(item.id) ?? 0) > 0) return;
      left.delete(item.id);
      dismiss(item.id);
    }, tick);
    return () => clearInterval(clock);
  }, [item.id, item.lasts]);
  const hold = () => void (held.current = true);
  const release = () => void (held.current = false);
  const counted = item.progress && item.progress.total > 0;
  return (
    <div
      className="toast"
      data-finding={findings[item.kind]}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {item.kind === "info" || item.kind === "work" ? <Icon of={Info} size={15} /> : <Glyph of={findings[item.kind]} />}
      <div>
        <p>{item.text}</p>
        {item.description && <div>{item.description}</div>}
        {item.action && (
          <button
            type="button"
            className="link"
            onClick={() => {
              dismiss(item.id);
              item.action?.onPress();
            }}
          >
            {item.action.label}
          </button>
        )}
        {item.progress && (
          <progress
            className="work-bar above-8"
            aria-label={item.text}
            {...(counted ? { value: item.progress.done, max: item.progress.total } : {})}
          />
        )}
      </div>
      <Button kind="quiet" size="small" icon={X} iconOnly onClick={() => dismiss(item.id)}>
        Dismiss
      </Button>
    </div>
  );
}
