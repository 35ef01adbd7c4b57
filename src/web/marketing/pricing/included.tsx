const features = [
  {
    title: "One library of 22 controls.",
    text: "Evidence is filed under controls, once, and counts in every project of the company.",
  },
  {
    title: "Numbered exhibits.",
    text: "Each item has a number, a time, a source and a SHA-256 hash. A newer version supersedes; nothing is edited.",
  },
  {
    title: "A signed ledger.",
    text: "Append-only, one per company. We detect and name any later change to an item.",
  },
  {
    title: "Bundles that verify offline.",
    text: "Every file, the lists as JSON and CSV, and a proof for each item. The verifier is published separately.",
  },
  {
    title: "Encryption of each item.",
    text: "AES-256-GCM with a random key, encrypted with your company's key.",
  },
  {
    title: "Isolation between companies.",
    text: "The database isolates them with row-level security on every query.",
  },
  {
    title: "Roles.",
    text: "Owner, admin, member and viewer. The database, the API and the pages all enforce the limits.",
  },
  {
    title: "Reports from other tools.",
    text: "Prowler and SARIF results become pass, fail, unknown or not applicable. Unknown never counts as a pass.",
  },
];

/** What comes with every plan. Only what the product does today. */
export function Included() {
  return (
    <ol className="included" role="list">
      {features.map(({ title, text }) => (
        <li key={title}>
          <div>
            <b>{title}</b> <span>{text}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}
