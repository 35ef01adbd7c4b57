import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { TokenScope } from "#domain/token-scopes.ts";
import { callFunction } from "../db/functions.ts";
import { newApiToken, startOfToken } from "../auth/api-token-text.ts";
import { sha256 } from "../auth/tokens.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

interface Deps {
  readonly now: () => Date;
}

const DAY_MS = 24 * 60 * 60_000;

interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly start: string;
  readonly scopes: TokenScope[];
  readonly maker: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

async function readTokens(tx: Tx, companyId: string, tokenId?: string): Promise<TokenRow[]> {
  const { rows } =
    await sql<TokenRow>`SELECT t.id, t.name, t.start, t.scopes, t.created_at, t.expires_at, t.last_used_at,
      t.revoked_at, p.first_name || ' ' || p.last_name AS maker
    FROM app.api_tokens t LEFT JOIN app.profiles p ON p.id = t.created_by
    WHERE t.company_id = ${companyId} AND t.pipeline_id IS NULL AND (${tokenId ?? null}::uuid IS NULL OR t.id = ${tokenId ?? null}::uuid)
    ORDER BY t.created_at DESC, t.id LIMIT 200`.execute(tx);
  return rows;
}

function present(row: TokenRow, now: Date) {
  const ended = row.expires_at <= now ? ("expired" as const) : ("live" as const);
  return {
    id: row.id,
    name: row.name,
    start: row.start,
    scopes: row.scopes,
    createdBy: row.maker ?? "A former member",
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    state: row.revoked_at ? ("revoked" as const) : ended,
  };
}

async function closedBy(tx: Tx): Promise<"installation" | "plan" | null> {
  if (await callFunction(tx, "app.api_access", [])) return null;
  return (await callFunction(tx, "app.has_feature", ["api-access"])) ? "plan" : "installation";
}

export function apiTokenHandlers({ now }: Deps): HandlersOf<"apiTokens"> {
  return {
    list: async ({ input, tx }) => {
      const rows = await readTokens(tx, input.companyId);
      return { closedBy: await closedBy(tx), tokens: rows.map((row) => present(row, now())) };
    },
    create: async ({ input, caller, tx }) => {
      if ((await closedBy(tx)) !== null) fail("api-access-off");
      const token = newApiToken();
      const id = randomUUID();
      const at = now();
      const scopes = [...new Set(input.scopes)];
      await tx
        .insertInto("app.api_tokens")
        .values({
          company_id: caller.companyId,
          id,
          name: input.name,
          start: startOfToken(token),
          token_sha256: sha256(token),
          scopes,
          has_second_factor: caller.secondFactor,
          created_by: caller.userId,
          created_at: at,
          expires_at: new Date(at.getTime() + input.days * DAY_MS),
        })
        .execute();
      const [row] = await readTokens(tx, caller.companyId, id);
      return {
        answer: { token, apiToken: present(row!, at) },
        entry: { subject: id, details: { name: input.name, scopes, days: input.days } },
      };
    },
    revoke: async ({ input, caller, tx }) => {
      const at = now();
      const [row] = await readTokens(tx, caller.companyId, input.tokenId);
      if (!row) return fail("not-found");
      const { rows } = await sql`UPDATE app.api_tokens SET revoked_at = ${at} WHERE company_id = ${caller.companyId}
        AND id = ${row.id} AND revoked_at IS NULL AND expires_at > ${at} RETURNING id`.execute(tx);
      if (rows.length === 0) return fail("token-ended");
      return {
        answer: present({ ...row, revoked_at: at }, at),
        entry: { subject: row.id, details: { name: row.name } },
      };
    },
  };
}
