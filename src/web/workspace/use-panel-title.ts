import { useEffect } from "react";

/** Names the tab after what a panel shows, and after its page again once the panel is closed. */
export function usePanelTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    const own = `${title} - Exhibit`;
    document.title = own;
    // A page that was gone to meanwhile has its own.
    return () => void (document.title === own && (document.title = before));
  }, [title]);
}
