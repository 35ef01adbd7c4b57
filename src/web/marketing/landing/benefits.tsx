import { Part, PartTitle } from "#web/marketing/part.tsx";

const benefits = [
  {
    title: "Saves developer cycles (no scripts to maintain).",
    text: "The connections that do so are being built. Today a person or a pipeline brings the reports.",
  },
  {
    title: "Faster client deals through a real-time compliance portal.",
    text: "A page of your own answers the questionnaire before it is sent, from evidence that counts now.",
  },
  { title: "Mitigates legal risk.", text: "Each item is dated, hashed and traceable to its source." },
  {
    title: "Role-based access.",
    text: "Single-tenant data architecture: a wall in the database and a key of its own keep each company’s records apart.",
  },
  {
    title: "Client confidentiality controls.",
    text: "The library has a control of that name. Keeping privileged material to the people named for it, and logging every view, is being built.",
  },
  {
    title: "Transparent flat monthly pricing.",
    text: "Cancel anytime. Nothing is charged today, and billing is being built.",
  },
];

/** What the product does for a company and its clients, as numbered clauses. */
export function Benefits() {
  return (
    <Part id="benefits" number={4}>
      <PartTitle>What it does for you and your clients</PartTitle>
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
