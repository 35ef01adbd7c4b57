import { AppError, fail, sqlState, violatedConstraint } from "../app-error.ts";

/** What the database's rules about invitations are called outside of it. */
export function refuseBroken(error: unknown): never {
  if (error instanceof AppError) throw error;
  if (sqlState(error) === "EX402") return fail("users-limit", error);
  if (violatedConstraint(error) === "company_invitations_one_pending") return fail("already-invited", error);
  throw error;
}
