import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { SHOW } from "../../next/next-address.ts";

/** Brings what the address shows into view and gives it the focus, unless the focus is in it already or a form is open. */
export function useShownHere<Part extends HTMLElement>(isShown: boolean, isFormOpen: boolean) {
  const ref = useRef<Part>(null);
  const { key, state } = useLocation();
  const pressed = (state as Partial<typeof SHOW> | null)?.show === true ? key : "";
  useEffect(() => {
    const here = ref.current;
    if (!here || !isShown || isFormOpen || here.contains(document.activeElement)) return;
    here.scrollIntoView({ block: "center" });
    here.focus({ preventScroll: true });
  }, [isShown, isFormOpen, pressed]);
  return ref;
}
