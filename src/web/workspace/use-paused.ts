import { useEffect, useState } from "react";

/** How long typing pauses before the server is asked, in milliseconds. */
const PAUSE_MS = 150;

/** A text as it was when typing paused; an emptied one at once. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
