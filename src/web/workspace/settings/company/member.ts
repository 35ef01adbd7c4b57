import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type Member = z.output<typeof contract.members.list.output>[number];

/** How a member is called: by name, or by address where there is none. */
export function memberName({ firstName, lastName, email }: Member): string {
  return `${firstName} ${lastName}`.trim() || email;
}
