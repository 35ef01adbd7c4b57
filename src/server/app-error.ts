import { failures, wireCode } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";

/** An expected failure, by its name in the catalogue. Anything else that is thrown is a fault of ours. */
export class AppError extends Error {
  readonly failure: FailureName;
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds?: number;
  /** What a program or a form needs to answer the failure. */
  readonly data?: unknown;

  /** `says` is for a failure whose sentence depends on what was found, such as the row of a file. */
  constructor(
    failure: FailureName,
    options: { retryAfterSeconds?: number; message?: string; data?: unknown; cause?: unknown } = {},
  ) {
    super(options.message ?? failures[failure].message, { cause: options.cause });
    this.failure = failure;
    this.status = failures[failure].status;
    this.code = wireCode(failure);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.data = options.data;
  }
}

/** Ends what is under way with a sentence from the catalogue. Only what the endpoint declares may be refused. */
export function fail(failure: FailureName, cause?: unknown): never {
  throw new AppError(failure, { cause });
}

// Among them what PostgreSQL gave up for another transaction again and again (40001, 40P01).
// Or the server only reads, since another one has taken over (25006), or ended what rested in a transaction (25P03).
// And where it has no room, no memory or no descriptors left (53...), or its disk fails (58030).
// A statement that took longer than any may (57014) holds what others wait for, too.
const lostConnection = /^(57P0[123]|57014|08...|53...|58030|25006|25P03|55P03|40001|40P01)$/;
const lostSocket = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  // The network is away, or this process has no descriptor left for a connection.
  "EMFILE",
  "ENFILE",
  "ENOBUFS",
  "EADDRNOTAVAIL",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "EHOSTDOWN",
]);

/** True when the database could not be reached, or went away: the request may be tried again. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && lostConnection.test(code)) return true;
  if (
    code !== undefined &&
    lostSocket.has(code) &&
    (syscall === "connect" || syscall === "read" || syscall === "write")
  )
    return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end/.test(
    error.message,
  );
}

/** The constraint a database error names, so that it can be told apart by more than its code. */
export function violatedConstraint(error: unknown): string | undefined {
  return (error as { constraint?: string }).constraint;
}

/** SQLSTATE of a database error. */
export function sqlState(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
