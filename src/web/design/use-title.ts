import { useEffect } from "react";

/** Names the page after what it shows, once that is known; the route's own title stands until then. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = `${title} - Exhibit`;
  }, [title]);
}
