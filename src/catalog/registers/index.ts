import type { Register } from "#domain/registers/register.ts";
import { accessRequests } from "./access-requests.ts";
import { actions } from "./actions.ts";
import { approvals } from "./approvals.ts";
import { people } from "./people.ts";
import { roles } from "./roles.ts";
import { screenings } from "./screenings.ts";

/** Every register, in the order of its page. */
export const registers: readonly Register[] = [people, screenings, roles, accessRequests, approvals, actions];

const byKey = new Map(registers.map((register) => [register.key, register]));

/** The register of this key, if there is one. */
export function findRegister(key: string): Register | undefined {
  return byKey.get(key);
}
