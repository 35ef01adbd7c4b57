import type { PartSaid } from "./contract.ts";

/** How long what a judge says of a part counts, in milliseconds. */
export const validForMs = ({ validForDays, validForHours = 0 }: Pick<PartSaid, "validForDays" | "validForHours">) =>
  (validForDays * 24 + validForHours) * 3_600_000;
