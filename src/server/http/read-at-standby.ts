import type { NamedEndpoint } from "#contract/index.ts";
import { AppError } from "../app-error.ts";
import type { Databases } from "../db/connections.ts";
import type { ReadOutcome } from "../db/standby.ts";

/** A standby has not replayed yet what it would have to know. */
export class Behind extends Error {
  override readonly name = "Behind";
}

/** A read that was answered by the standby. */
export interface ReadThere {
  readonly answer: unknown;
}

/**
 * Tries a read at the standby, which answers it only when it has replayed all that the database had acknowledged to anybody when the request
 * came. Undefined where the database itself has to answer: there is no standby, the endpoint does more than read, the standby is
 * behind, is away, or must write something down first, such as an auditor's look. Refusals are answers.
 */
export async function readAtStandby(
  databases: Databases,
  { kind }: Pick<NamedEndpoint, "kind">,
  read: (there: Databases, since: string) => Promise<unknown>,
): Promise<ReadThere | undefined> {
  const { standby } = databases;
  if (!standby || kind !== "query" || standby.fault() !== undefined) return undefined;
  const since = await standby.acknowledged();
  try {
    const answer = await read({ ...databases, user: standby.user }, since);
    standby.noteRead("standby");
    return { answer };
  } catch (error) {
    if (error instanceof AppError) throw error;
    standby.noteRead(outcomeOf(error));
    return undefined;
  }
}

/** What PostgreSQL says itself, it has answered; everything else is a connection that failed. */
function outcomeOf(error: unknown): ReadOutcome {
  if (error instanceof Behind) return "behind";
  const code = (error as { code?: unknown }).code;
  // Classes 57P, a server that stops or starts, and 08, a connection.
  const answered = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !/^(57P|08)/.test(code);
  return answered ? "behind" : "failed";
}
