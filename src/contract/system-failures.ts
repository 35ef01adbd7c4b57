import type { Failure } from "./open-failures.ts";

/** What may go wrong with a company's list of systems. */
export const systemFailures = {
  "system-exists": { status: 409, message: "A system with this name is already on the list. Choose another name." },
  "system-answered": {
    status: 409,
    message: "This system is connected or has evidence, so it stays on the list. Put it out of scope instead.",
  },
  "kind-has-systems": {
    status: 409,
    message: "You have systems of this kind. Remove them, or put them out of scope instead.",
  },
  "scope-until": { status: 422, message: "Choose a day between today and one year from now." },
} as const satisfies Record<string, Failure>;
