import type { ConnectorCheck } from "../../check.ts";
import { accounts } from "./accounts.ts";
import { administrators } from "./administrators.ts";
import { estate } from "./estate.ts";
import { secondFactors } from "./second-factors.ts";

/** The 15 checks of Microsoft 365. */
export const checks: readonly ConnectorCheck[] = [...secondFactors, ...administrators, ...accounts, ...estate];
