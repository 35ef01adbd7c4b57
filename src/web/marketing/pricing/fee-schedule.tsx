import { publicTexts } from "#catalog/public-texts.ts";
import type { ReactNode } from "react";
import { plans, yearlySaving } from "#catalog/plans.ts";
import type { Plan } from "#catalog/plans.ts";
import { ButtonLink } from "#web/design/button.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { ContactButton } from "./contact-button.tsx";
import { frameworksOf, inDollars, usersOf } from "./plan-words.ts";

/** The plans as numbered lines, each with both of its prices. On a phone each line becomes a block. */
export function FeeSchedule() {
  return (
    <table className="fees-table" role="table">
      <caption className="visually-hidden">Plans, limits and prices in US dollars</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Plan
          </th>
          <th role="columnheader" scope="col">
            Limits
          </th>
          <th role="columnheader" scope="col" data-period="monthly">
            Monthly
          </th>
          <th role="columnheader" scope="col" data-period="yearly">
            Yearly
          </th>
          <th role="columnheader" scope="col">
            <VisuallyHidden>Next step</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {plans.map((plan) => (
          <PlanLine key={plan.key} plan={plan} />
        ))}
      </tbody>
    </table>
  );
}

function PlanLine({ plan }: { plan: Plan }) {
  const { name, price, limits, highlighted } = plan;
  const saving = yearlySaving(price);
  return (
    <tr role="row" className="fee" data-highlighted={highlighted}>
      <th role="rowheader" scope="row">
        <h2>{name}</h2>
        {highlighted && <span className="caps">Recommended</span>}
      </th>
      <td role="cell" className="fee-limits">
        <span>{usersOf(limits)}</span>
        <span>{frameworksOf(limits)}</span>
        {limits.apiAccess && <span>API access</span>}
      </td>
      <Price period="monthly" amount={`${inDollars(price.monthly)}${price.from ? "+" : ""}`}>
        a month
      </Price>
      {price.yearly === null ? (
        <Price period="yearly" amount="Custom">
          by agreement
        </Price>
      ) : (
        <Price period="yearly" amount={inDollars(price.yearly)}>
          a year{saving !== undefined && <small>saves {inDollars(saving)}</small>}
        </Price>
      )}
      <td role="cell" className="fee-way">
        {plan.key === "enterprise" ? (
          <ContactButton subject={`The ${name} plan`}>{publicTexts.pricing.sales}</ContactButton>
        ) : (
          <ButtonLink kind={highlighted ? "primary" : "secondary"} to="/request-access">
            Request Access<VisuallyHidden> to {name}</VisuallyHidden>
          </ButtonLink>
        )}
      </td>
    </tr>
  );
}

function Price({ period, amount, children }: { period: string; amount: string; children: ReactNode }) {
  return (
    <td role="cell" className="fee-price" data-period={period}>
      <b>{amount}</b> <span>{children}</span>
    </td>
  );
}
