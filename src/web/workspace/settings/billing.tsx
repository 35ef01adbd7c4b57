import { planOf } from "#catalog/plans.ts";
import { longDate } from "#web/design/dates.ts";
import { useWorkspace } from "../company-context.tsx";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** The company's plan, what a month of it costs, and when that is invoiced next. */
export function Billing() {
  const { company } = useWorkspace();
  const { name, price } = planOf(company.subscriptionTier);
  const noInvoice = price.monthly === 0 ? "None while the plan is free" : "Not scheduled yet";
  return (
    <dl className="facts">
      <dt>Plan</dt>
      <dd>{name}</dd>
      <dt>Billed</dt>
      <dd>Monthly</dd>
      <dt>Price</dt>
      <dd>{dollars.format(price.monthly)}</dd>
      <dt>Next invoice</dt>
      <dd>{company.nextInvoiceOn ? longDate(company.nextInvoiceOn) : noInvoice}</dd>
    </dl>
  );
}
