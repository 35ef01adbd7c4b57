import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { masked } from "#domain/masked.ts";
import { slugOf } from "#domain/slug.ts";
import { callFunction } from "../db/functions.ts";
import type { Session } from "../endpoints/session.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import { policiesInForce } from "./policies.ts";
import { AppError, fail, sqlState, violatedConstraint } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Databases } from "../db/connections.ts";

interface Deps {
  readonly databases: Pick<Databases, "user">;
  readonly production: boolean;
}

/** What the debug page asks. In production it exists for platform admins only. */
export function debugHandlers({ databases, production }: Deps): HandlersOf<"debug"> {
  const within = async <T>(session: Session, work: (tx: Tx, platformAdmin: boolean) => Promise<T>): Promise<T> => {
    const { userId, hasSecondFactor } = session;
    return await asCaller(databases.user, { userId, secondFactor: hasSecondFactor }, async (tx) => {
      const admin = (await callFunction(tx, "app.is_platform_admin", [])) ?? false;
      if (production && !admin) return fail("not-found");
      return await work(tx, admin);
    });
  };

  return {
    session: async ({ session }) =>
      await within(session, async (_, platformAdmin) => ({
        userId: session.userId,
        email: session.email,
        session: masked(session.id),
        method: session.method,
        hasSecondFactor: session.hasSecondFactor,
        authenticatedAt: session.authenticatedAt.toISOString(),
        expiresAt: session.expiresAt.toISOString(),
        platformAdmin,
      })),
    policies: async ({ session }) => await within(session, policiesInForce),
    insertCompany: async ({ session, input }) => {
      const id = randomUUID();
      try {
        await within(session, async (tx) => {
          await insertPastTheApi(tx, id, input.name, session.userId);
          throw new NothingIsKept();
        });
      } catch (error) {
        if (!(error instanceof NothingIsKept)) throw error;
      }
      return { id };
    },
  };
}

/** Ends the transaction of an insertion that the database let through. */
class NothingIsKept extends Error {}

/** What the specified front end did itself: one row, and then that row read back. */
async function insertPastTheApi(tx: Tx, id: string, name: string, userId: string): Promise<void> {
  try {
    await sql`INSERT INTO app.companies (id, name, slug, owner_id, storage_location_id)
      VALUES (${id}, ${name}, ${slugOf(name, id)}, ${userId}, (SELECT l.id FROM app.storage_locations l WHERE l.is_default))`.execute(
      tx,
    );
    const { rows } = await sql`SELECT FROM app.companies WHERE id = ${id}`.execute(tx);
    if (rows.length === 0) fail("company-not-readable");
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A member learns that it was refused, in the words of the catalogue, and nothing of how the tables are made.
    if (sqlState(error) === "42501") fail("forbidden", error);
    if (sqlState(error) === "23505" && violatedConstraint(error) === "companies_slug_key")
      fail("company-exists", error);
    throw error;
  }
}
