import { useLayoutEffect } from "react";

interface Steps {
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** With an item open, j and k, or the arrows left and right, lead to the next and the previous one. */
export function useRowKeys(open: boolean, { previous, next }: Steps) {
  // Before it is painted: a second key on what is shown must not step from what was shown before.
  useLayoutEffect(() => {
    if (!open) return;
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const at = event.target as HTMLElement;
      if (at.closest("input, select, textarea, dialog, [role=tablist], [contenteditable], .preview")) return;
      const step =
        event.key === "j" || event.key === "ArrowRight"
          ? next
          : event.key === "k" || event.key === "ArrowLeft"
            ? previous
            : undefined;
      if (!step) return;
      event.preventDefault();
      step();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [open, previous, next]);
}
