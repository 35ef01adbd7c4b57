import { publicTexts } from "#catalog/public-texts.ts";
import { useEffect, useId, useRef } from "react";
import type { InputEvent } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * By the month or by the year. Both prices always stand in the schedule; which one is larger follows the chosen radio
 * by style alone (pricing.css), so it also works without scripts. Scripts keep the choice in the address.
 */
export function BillingPeriod() {
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { search } = useLocation();
  const period = new URLSearchParams(search).get("billing") === "yearly" ? "yearly" : "monthly";

  useEffect(() => {
    const radio = group.current?.querySelector<HTMLInputElement>(`[value="${period}"]`);
    if (radio) radio.checked = true;
  }, [period]);

  function choose(event: InputEvent<HTMLDivElement>) {
    const chosen = event.target instanceof HTMLInputElement ? event.target.value : period;
    const params = new URLSearchParams(search);
    if (chosen === "yearly") params.set("billing", chosen);
    else params.delete("billing");
    void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true });
  }

  return (
    // Heard as input: of radios that it does not control, React tells a change only where it saw the one before.
    <div className="period" role="radiogroup" aria-labelledby={`${id}-group`} ref={group} onInput={choose}>
      <span className="period-name" id={`${id}-group`}>
        Billing period
      </span>
      <div className="period-choices">
        <label>
          <input type="radio" name="billing" value="monthly" defaultChecked />
          <span>Monthly</span>
        </label>
        <label>
          <input
            type="radio"
            name="billing"
            value="yearly"
            aria-labelledby={`${id}-yearly`}
            aria-describedby={`${id}-saving`}
          />
          <span>
            <span id={`${id}-yearly`}>Yearly</span> <small id={`${id}-saving`}>{publicTexts.pricing.saving}</small>
          </span>
        </label>
      </div>
    </div>
  );
}
