import { planOf } from "#catalog/plans.ts";
import type { FailureName } from "#contract/failures.ts";
import { freesAt, sayLimit, sayOwnedCompanies } from "#domain/limit-words.ts";
import type { ReachedLimit } from "#domain/limit-words.ts";
import type { LimitKey } from "#domain/limits.ts";
import { AppError, sqlState, violatedConstraint } from "../app-error.ts";

/** Failures that had names of their own before there was one for all. */
const ownNames: Partial<Record<LimitKey, FailureName>> = {
  apiTokens: "too-many-tokens",
  webhooks: "too-many-webhooks",
  pipelines: "too-many-pipelines",
  mappings: "too-many-mappings",
};

/** A limit of a company that the database refused to pass. */
export class LimitRefusal extends AppError {
  /** Undefined where it is a limit of the account. */
  readonly key: LimitKey | undefined;

  constructor(
    key: LimitKey | undefined,
    failure: FailureName,
    message: string,
    cause: unknown,
    retryAfterSeconds?: number,
  ) {
    super(failure, { message, cause, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
    this.key = key;
  }
}

/** What a database error refuses by the table of limits (`app.refuse_limit`), as its sentence; undefined for any other error. */
export function limitRefusal(error: unknown): LimitRefusal | undefined {
  if (sqlState(error) !== "EX429" || violatedConstraint(error) !== "limit") return undefined;
  const reached = JSON.parse((error as { detail?: string }).detail ?? "{}") as
    | (ReachedLimit & { now: string })
    | { key: "companies"; most: number };
  if (reached.key === "companies")
    return new LimitRefusal(undefined, "companies-limit", sayOwnedCompanies(reached.most), error);
  const now = new Date(reached.now);
  const end = freesAt(reached.key, now);
  const message = sayLimit(reached, planOf(reached.plan).name, now);
  const failure = ownNames[reached.key] ?? (end ? "limit-for-now" : "limit-reached");
  const wait = end && Math.ceil((end.getTime() - now.getTime()) / 1_000);
  return new LimitRefusal(reached.key, failure, message, error, wait);
}
