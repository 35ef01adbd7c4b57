import { Link, useSearchParams } from "react-router";
import { dayOfRecord } from "#web/design/dates.ts";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { EvidenceDetails, EvidenceItem } from "./evidence.ts";

type Version = NonNullable<EvidenceDetails["versions"]["older"]>;

/** The item's place among its versions: what it took the place of, and what took its. */
export function Versions({ item, versions }: { item: EvidenceItem; versions: EvidenceDetails["versions"] }) {
  const { older, newer } = versions;
  if (!older && !newer && !item.superseded) return null;
  return (
    <div className="versions">
      {newer ? (
        <p>
          <b className="strong">Superseded</b> by <VersionLink version={newer} /> on {dayOfRecord(newer.filedAt)}. It no
          longer counts for any control.
        </p>
      ) : (
        item.superseded && <p>A newer version replaced it. It no longer counts for any control.</p>
      )}
      {older && (
        <p>
          Supersedes <VersionLink version={older} /> of {dayOfRecord(older.filedAt)}.
        </p>
      )}
    </div>
  );
}

function VersionLink({ version }: { version: Version }) {
  const [search] = useSearchParams();
  const target = new URLSearchParams(search);
  target.set("item", version.id);
  return (
    <Link className="link" to={`?${target}`} preventScrollReset>
      {spokenNumber(version.exhibit)} {version.name}
    </Link>
  );
}
