import { useEffect, useRef } from "react";

/** Brings what the address shows into view and gives it the focus, unless the focus is in it already or a form is open. */
export function useShownHere<Part extends HTMLElement>(isShown: boolean, isFormOpen: boolean) {
  const ref = useRef<Part>(null);
  useEffect(() => {
    const here = ref.current;
    if (!here || !isShown || isFormOpen || here.contains(document.activeElement)) return;
    here.scrollIntoView({ block: "center" });
    here.focus({ preventScroll: true });
  }, [isShown, isFormOpen]);
  return ref;
}
