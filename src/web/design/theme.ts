import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

const changed = "themechange";

function read(): Theme {
  const stored = localStorage.getItem("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

function subscribe(listener: () => void) {
  addEventListener(changed, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener("storage", listener);
  };
}

/** The person's choice; public/theme.js, which runs before the first paint, is what puts it on the page. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore<Theme>(subscribe, read, () => "system");
  return [
    theme,
    (choice) => {
      if (choice === "system") localStorage.removeItem("theme");
      else localStorage.setItem("theme", choice);
      dispatchEvent(new Event(changed));
    },
  ];
}
