import { useCallback, useEffect, useState } from "react";
import { usePhone } from "#web/design/use-phone.ts";

const cookie = "sidebar:state";
const sevenDays = 7 * 24 * 60 * 60;

function readOpen(): boolean {
  return !document.cookie.split("; ").includes(`${cookie}=false`);
}

/** Whether the sidebar is a rail; kept for seven days in a cookie, toggled by Ctrl or ⌘ with B. */
export function useSidebar() {
  const phone = usePhone();
  const [open, setOpen] = useState(readOpen);
  const toggle = useCallback(() => {
    setOpen((before) => {
      document.cookie = `${cookie}=${!before}; path=/; max-age=${sevenDays}; samesite=lax`;
      return !before;
    });
  }, []);
  return { phone, rail: !open && !phone, toggle };
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
