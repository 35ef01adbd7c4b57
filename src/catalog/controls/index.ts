import { access } from "./access.ts";
import { data } from "./data.ts";
import { detectionAndRecovery } from "./detection-and-recovery.ts";
import { devicesNetworksAndPremises } from "./devices-networks-and-premises.ts";
import { governanceAndRisk } from "./governance-and-risk.ts";
import { people } from "./people.ts";
import { softwareAndChange } from "./software-and-change.ts";
import type { Control } from "../types.ts";

/** The 22 core controls, `XC-01` to `XC-22`, in order. */
export const controls: readonly Control[] = [
  ...governanceAndRisk,
  ...people,
  ...access,
  ...data,
  ...devicesNetworksAndPremises,
  ...softwareAndChange,
  ...detectionAndRecovery,
];
