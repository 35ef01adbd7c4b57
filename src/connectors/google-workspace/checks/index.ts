import type { ConnectorCheck } from "../../check.ts";
import { people } from "./people.ts";
import { policies } from "./policies.ts";

/** The 15 checks of Google Workspace. */
export const checks: readonly ConnectorCheck[] = [...people, ...policies];
