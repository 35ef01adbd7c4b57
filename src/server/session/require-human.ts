import type { Databases } from "../db/connections.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import { spend } from "../human-check/human-check.ts";
import type { HumanCheck } from "../human-check/human-check.ts";

interface Deps {
  readonly databases: Pick<Databases, "user">;
  readonly humanCheck: HumanCheck;
}

/** Checks the proof that a person asks; it counts once, and is used up by `spend`. */
export async function requireHuman({ databases, humanCheck }: Deps, verification: string, request: RequestMeta) {
  const proof = await humanCheck.verify(verification, request.address);
  return { spend: () => databases.user.transaction().execute((tx) => spend(tx, proof)) };
}
