import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#web/design/button.tsx";
import { loadTurnstile, useDark } from "./turnstile.ts";
import type { Turnstile } from "./turnstile.ts";
import type { HumanCheckState } from "./use-human-check.ts";

interface TurnstileBoxProps {
  siteKey: string;
  check: HumanCheckState;
}

/** Cloudflare's widget in the place of our checkbox; what it says becomes the states and sentences of ours. */
export default function TurnstileBox({ siteKey, check }: TurnstileBoxProps) {
  const dark = useDark();
  const [tries, setTries] = useState(0);
  const [missing, setMissing] = useState(false);
  const shown = useRef<{ turnstile: Turnstile; widget: string }>(undefined);
  const { place, round } = check;

  const accept = useEffectEvent((token: string) => check.accept(token));
  const fall = useEffectEvent((kind: "failed" | "expired") => check.fall(kind));

  const show = useEffectEvent(async (left: AbortSignal) => {
    try {
      const turnstile = await loadTurnstile();
      if (left.aborted || !place.current) return;
      setMissing(false);
      const widget = turnstile.render(place.current, {
        sitekey: siteKey,
        theme: dark ? "dark" : "light",
        size: "flexible",
        // The proof travels in the request; a hidden field would be one that no form knows.
        "response-field": false,
        "refresh-expired": "manual",
        callback: (token: string) => accept(token),
        "error-callback": () => fall("failed"),
        "expired-callback": () => fall("expired"),
        "timeout-callback": () => fall("expired"),
      });
      shown.current = { turnstile, widget };
      left.addEventListener("abort", () => turnstile.remove(widget));
    } catch {
      if (left.aborted) return;
      setMissing(true);
      fall("failed");
    }
  });

  useEffect(() => {
    const leaving = new AbortController();
    void show(leaving.signal);
    return () => leaving.abort();
  }, [siteKey, dark, tries]);

  useEffect(() => {
    // A proof serves once: whoever used one up, or was refused, is asked anew.
    if (round > 0) shown.current?.turnstile.reset(shown.current.widget);
  }, [round]);

  return (
    <>
      <div className="turnstile" ref={place} tabIndex={-1} />
      {missing && (
        <Button size="small" onClick={() => setTries(tries + 1)}>
          Try again
        </Button>
      )}
    </>
  );
}
