/** Each time the company's ledger began again, in a sentence; nothing where it never did. */
export function Losses({ losses }: { losses: readonly string[] }) {
  if (losses.length === 0) return null;
  return (
    <section aria-label="Accepted losses" className="above-16">
      {losses.map((loss) => (
        <p key={loss} className="above-8 measure wraps">
          {loss}
        </p>
      ))}
    </section>
  );
}
