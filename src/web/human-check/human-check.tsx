import { Suspense, lazy, useEffect, useId } from "react";
import { FieldError } from "#web/design/field.tsx";
import { useTurnstileKey } from "./turnstile-key.ts";
import type { HumanCheckState } from "./use-human-check.ts";

const TurnstileBox = lazy(() => import("./turnstile-box.tsx"));

const words = { idle: "", verifying: "Verifying...", verified: "Verified", failed: "", expired: "" } as const;

interface HumanCheckProps {
  check: HumanCheckState;
  /** Another way for a browser that cannot do the work: the form is posted, and a question asked instead. */
  onQuestion?: () => void;
}

/**
 * The checkbox that shows that a person is there. It is ticked at once and says how far the work is; without scripts it
 * is not in the page, and whoever reads the form is told what happens instead. An installation may have Cloudflare's
 * widget in its place.
 */
export function HumanCheck({ check, onQuestion }: HumanCheckProps) {
  const id = useId();
  const { state, problem, box, start } = check;
  const siteKey = useTurnstileKey();
  const ticked = state === "verifying" || state === "verified";

  useEffect(() => {
    // Ticked before the scripts ran.
    if (box.current?.checked && !ticked) start();
    // oxlint-disable-next-line react/exhaustive-deps -- Once: what was ticked later is heard of by onChange.
  }, []);

  return (
    <div className="human-check-field">
      <div
        className="human-check"
        role="group"
        aria-label="Human verification"
        data-state={state}
        data-wrong={problem ? true : undefined}
      >
        {siteKey ? (
          <Suspense>
            <TurnstileBox siteKey={siteKey} check={check} />
          </Suspense>
        ) : (
          <label className="choice">
            <input
              ref={box}
              type="checkbox"
              checked={ticked}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              onChange={start}
            />
            <span>I'm not a robot</span>
          </label>
        )}
        <span className="human-check-state">
          <span aria-hidden="true" data-off={words[state] ? true : undefined}>
            Human verification
          </span>
          <span role="status">{words[state]}</span>
        </span>
      </div>
      <FieldError id={`${id}-problem`} error={problem} />
      {state === "failed" && onQuestion && (
        <p className="field-help">
          <button type="button" className="link" onClick={onQuestion}>
            Answer a question instead
          </button>
        </p>
      )}
      <noscript>
        <p className="field-help">You answer one question on the next page to show that you are human.</p>
      </noscript>
    </div>
  );
}
