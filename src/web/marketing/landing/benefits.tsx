import { said } from "#catalog/capabilities/index.ts";
import { Part, PartTitle } from "#web/marketing/part.tsx";

const benefits = [
  {
    title: "Saves developer cycles (no scripts to maintain).",
    text: said("changeTickets"),
  },
  {
    title: "Faster client deals through a real-time compliance portal.",
    text: said("portal"),
  },
  { title: "Mitigates legal risk.", text: "Each item is dated, hashed and traceable to its source." },
  {
    title: "Role-based access.",
    text: `Single-tenant data architecture. ${said("isolation")}`,
  },
  {
    title: "Client confidentiality controls.",
    text: said("confidentiality"),
  },
  {
    title: "Transparent flat monthly pricing.",
    text: `Cancel anytime. ${said("earlyAccess", "billing")}`,
  },
];

/** What the product does for a company and its clients, as numbered clauses. */
export function Benefits() {
  return (
    <Part id="benefits" number={4}>
      <PartTitle>Benefits for you and your clients</PartTitle>
      <ol className="clauses">
        {benefits.map(({ title, text }) => (
          <li key={title}>
            <div>
              <b>{title}</b> <span>{text}</span>
            </div>
          </li>
        ))}
      </ol>
    </Part>
  );
}
