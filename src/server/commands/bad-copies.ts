import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { MissingFile } from "../backup/put-files.ts";

const AT_MOST = 20;

/** Lists files that should have come from the backup, and whose copies beside it are gone or damaged. */
export function tellBadCopies(missing: readonly MissingFile[], out: (line: string) => void): void {
  const bad = missing.filter(({ inBackup }) => inBackup !== undefined);
  for (const { companyId, number, inBackup } of bad.slice(0, AT_MOST))
    out(`${companyId} ${formatExhibitNumber(number)}: its file is not whole here, and ${inBackup} in the backup.`);
  if (bad.length > AT_MOST) out(`… and ${bad.length - AT_MOST} more.`);
}
