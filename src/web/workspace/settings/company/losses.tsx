/** Each time the company's ledger began again, in a sentence; nothing where it never did. */
export function Losses({ losses }: { losses: readonly string[] }) {
  if (losses.length === 0) return null;
  return (
    <section aria-label="Accepted losses" className="mt-4">
      {losses.map((loss) => (
        <p key={loss} className="mt-2 max-w-[62ch] break-words">
          {loss}
        </p>
      ))}
    </section>
  );
}
