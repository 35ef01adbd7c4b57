import { Part, PartTitle } from "#web/marketing/part.tsx";

const benefits = [
  { title: "Saves developer cycles.", text: "No scripts to maintain." },
  {
    title: "Faster client deals.",
    text: "A real-time compliance portal answers the questionnaire before it is sent.",
  },
  { title: "Mitigates legal risk.", text: "Each item is dated, hashed and traceable to its source." },
  {
    title: "Role-based access.",
    text: "Single-tenant data architecture: a wall in the database and a key of its own keep each company’s records apart.",
  },
  {
    title: "Client confidentiality controls.",
    text: "Privileged material is marked, kept to the people named for it, and logged.",
  },
  { title: "Transparent flat monthly pricing.", text: "Cancel anytime." },
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
