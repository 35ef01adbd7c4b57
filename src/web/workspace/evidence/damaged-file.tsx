import { sayDamage } from "#domain/stored-file.ts";
import { dayOfRecord } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import type { EvidenceDetails } from "./evidence.ts";

/** That the stored file was found damaged, and who can help. Nothing while none is known. */
export function DamagedFile({ damage }: Pick<EvidenceDetails, "damage">) {
  if (!damage) return null;
  return (
    <div className="versions">
      <Mark finding="failing">
        The stored file {sayDamage(damage.kind)}, found on {dayOfRecord(damage.foundAt)}.
      </Mark>
      <p>Ask who runs this Exhibit to restore it, or add the file again as a new version.</p>
    </div>
  );
}
