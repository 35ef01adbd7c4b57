import type { Step } from "../../connector.ts";
import { appGrants, roleAssignments, users } from "./people.ts";
import { policies } from "./policies.ts";

/** What a run reads, in this order. */
export const steps: readonly Step[] = [users, roleAssignments, policies, appGrants];
