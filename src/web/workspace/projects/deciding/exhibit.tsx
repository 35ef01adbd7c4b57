import { Link } from "react-router";
import { spokenNumber } from "../../exhibit-numbers.ts";

/** An item's number, which leads to it where it can be opened. */
export function Exhibit({ exhibit, evidenceId }: { exhibit: string; evidenceId: string | null }) {
  const number = spokenNumber(exhibit);
  if (evidenceId === null) return <span className="exhibit-number">{number}</span>;
  return (
    <Link className="exhibit-number" to={`/dashboard/evidence?item=${evidenceId}`}>
      {number}
    </Link>
  );
}
