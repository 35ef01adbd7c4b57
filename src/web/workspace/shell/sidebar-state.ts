import { useCallback, useEffect, useState } from "react";
import { usePanelAlone, usePhone } from "#web/design/use-phone.ts";

const cookie = "sidebar:state";
const sevenDays = 7 * 24 * 60 * 60;

function readOpen(): boolean {
  return !document.cookie.split("; ").includes(`${cookie}=false`);
}

/**
 * Whether the sidebar is a rail; kept for seven days in a cookie, toggled by Ctrl or ⌘ with B. Where a list and a panel have
 * no room beside each other, the sidebar has none beside a page, either: it stays a rail and opens over the page, as on a
 * phone, which has no rail.
 */
export function useSidebar() {
  const phone = usePhone();
  const overPage = usePanelAlone();
  const [open, setOpen] = useState(readOpen);
  const toggle = useCallback(() => {
    setOpen((before) => {
      document.cookie = `${cookie}=${!before}; path=/; max-age=${sevenDays}; samesite=lax`;
      return !before;
    });
  }, []);
  return { phone, overPage, rail: (!open || overPage) && !phone, toggle };
}

/** Runs the toggle on the keyboard shortcut. */
export function useSidebarShortcut(toggle: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      toggle();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [toggle]);
}
