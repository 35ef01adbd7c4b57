import type { ConnectorCheck } from "../../check.ts";
import { administratorActive, administratorSecondFactor } from "./administrators.ts";
import { backupRecent, backupTested } from "./backups.ts";
import { filesWhole } from "./files.ts";

/** What is judged of how the installation is run. */
export const checks: readonly ConnectorCheck[] = [
  backupRecent,
  backupTested,
  filesWhole,
  administratorSecondFactor,
  administratorActive,
];
