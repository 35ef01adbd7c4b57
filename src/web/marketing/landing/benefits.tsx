import { Part, PartTitle } from "#web/marketing/part.tsx";

const benefits = [
  {
    title: "Saves developer cycles (no scripts to maintain).",
    text: "Connections are being built. Today people or CI pipelines add the reports.",
  },
  {
    title: "Faster client deals through a real-time compliance portal.",
    text: "Your own page answers security questionnaires in advance, from current evidence.",
  },
  { title: "Mitigates legal risk.", text: "Each item is dated, hashed and traceable to its source." },
  {
    title: "Role-based access.",
    text: "Single-tenant data architecture: the database isolates each company’s records, and each company has its own key.",
  },
  {
    title: "Client confidentiality controls.",
    text: "The control library includes one. Access lists and view logs for privileged material are being built.",
  },
  {
    title: "Transparent flat monthly pricing.",
    text: "Cancel anytime. Exhibit is free today. Billing is being built.",
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
