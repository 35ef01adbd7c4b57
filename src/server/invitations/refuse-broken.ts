import { Refusal, refuse, sqlState, violatedConstraint } from "../refusal.ts";

/** What the database's rules about invitations are called outside of it. */
export function refuseBroken(error: unknown): never {
  if (error instanceof Refusal) throw error;
  if (sqlState(error) === "EX402") return refuse("users-limit", error);
  if (violatedConstraint(error) === "company_invitations_one_pending") return refuse("already-invited", error);
  throw error;
}
