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
    text: "Append-only, one for each company. A later change to any item is found and named.",
  },
  {
    title: "Bundles that verify offline.",
    text: "Every file, the lists as JSON and CSV, and a proof for each item. The verifier is served apart from them.",
  },
  {
    title: "Encryption of each item.",
    text: "AES-256-GCM under a random key, wrapped by the key of your company.",
  },
  {
    title: "A wall between companies.",
    text: "The database keeps them apart by row-level security, whoever asks.",
  },
  {
    title: "Roles.",
    text: "Owner, admin, member and viewer. The limits hold in the database, in the API and in the page.",
  },
  {
    title: "Reports of other tools.",
    text: "Prowler and SARIF results are read as pass, fail, unknown or not applicable. Unknown is never green.",
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
