import { Link } from "react-router";
import { exactTime } from "#web/design/dates.ts";
import { spokenNumber } from "../../exhibit-numbers.ts";
import type { SealedSnapshot } from "./sealed.ts";

/** Which exhibit is read, and when it was sealed. */
export function SealedLine({ snapshot: { exhibit, sealedAt, sha256 } }: { snapshot: SealedSnapshot }) {
  return (
    <p className="quiet below-16">
      As sealed in{" "}
      <Link className="link" to={`/dashboard/evidence?exhibit=${exhibit}`} title={`SHA-256 ${sha256}`}>
        <span className="exhibit-number">{spokenNumber(exhibit)}</span>
      </Link>{" "}
      on {exactTime(sealedAt)}. Personal and confidential values are sealed as salted hashes and withheld.
    </p>
  );
}
