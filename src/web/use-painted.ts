import { useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/** A value as it was when the browser last painted: what is made of it, such as a list of what matches, keeps no key from its letter. */
export function usePainted<Value extends string>(value: Value): Value {
  const [painted, setPainted] = useState(value);
  useEffect(() => {
    let isCurrent = true;
    void afterPaint().then(() => isCurrent && setPainted(value));
    return () => void (isCurrent = false);
  }, [value]);
  return painted;
}
