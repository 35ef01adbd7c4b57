import { useEffect, useLayoutEffect, useRef } from "react";
import { singleKeysOn } from "../../shell/palette/single-keys.ts";
import type { Decision } from "./reviews.ts";

interface Keys {
  /** To another row; with Shift it is chosen on the way. */
  readonly onMove: (steps: number, picks: boolean) => void;
  readonly onDecide: (decision: Decision) => void;
  readonly onReason: () => void;
  readonly onPick: () => void;
  readonly onUndo: () => void;
  readonly onEscape: (() => void) | undefined;
}

/** J and K move, 1 keeps, 2 changes, 3 removes, R gives a reason, X chooses and U undoes. Here they come before what the same keys do everywhere. */
export function useReviewKeys(keys: Keys) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    function actOf({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
      const { onMove, onDecide, onReason, onPick, onUndo, onEscape } = latest.current;
      const letter = key.toLowerCase();
      if (letter === "j") return () => onMove(1, shiftKey);
      if (letter === "k") return () => onMove(-1, shiftKey);
      if (key === "Escape") return onEscape;
      if (shiftKey || !singleKeysOn()) return undefined;
      const decision = ({ "1": "keep", "2": "change", "3": "remove" } as const)[key];
      if (decision) return () => onDecide(decision);
      return { r: onReason, x: onPick, u: onUndo }[letter];
    }
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const at = event.target as HTMLElement;
      if (at.closest("input:not([type=checkbox]), select, textarea, dialog, [contenteditable], [role=menu]")) return;
      if (document.querySelector("dialog[open]")) return;
      const act = actOf(event);
      if (!act) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
