import { useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/**
 * A text as it was when the browser last painted, and undefined before the first time: what is made of it, such as a list of what matches,
 * keeps no key from its letter.
 */
export function usePainted(text: string): string | undefined {
  const [painted, setPainted] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void afterPaint().then(() => isCurrent && setPainted(text));
    return () => void (isCurrent = false);
  }, [text]);
  return painted;
}
