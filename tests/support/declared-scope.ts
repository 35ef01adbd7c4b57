import { systemKindKeys } from "#domain/system-kinds.ts";
import type { SystemKind } from "#domain/system-kinds.ts";

type Query = (text: string, values: unknown[]) => Promise<unknown>;

/**
 * What a company answered about its systems, as its owner would: these by name, and none of any other kind for a year from `at`. Kinds
 * that connections bring are named in `connected`.
 */
export async function declareScope(
  admin: Query,
  company: { readonly id: string; readonly ownerId: string },
  {
    systems = {},
    connected = [],
    at = new Date(),
  }: {
    readonly systems?: Readonly<Record<string, readonly SystemKind[]>>;
    readonly connected?: readonly SystemKind[];
    readonly at?: Date;
  } = {},
): Promise<void> {
  for (const [name, kinds] of Object.entries(systems))
    await admin("INSERT INTO app.systems (company_id, name, kinds, added_by) VALUES ($1, $2, $3, $4)", [
      company.id,
      name,
      kinds,
      company.ownerId,
    ]);
  const there = new Set([...Object.values(systems).flat(), ...connected]);
  const none = systemKindKeys.filter((kind) => !there.has(kind));
  await admin("BEGIN", []);
  await admin("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
    company.ownerId,
    company.id,
  ]);
  await admin(
    `INSERT INTO app.scope_decisions (company_id, kind, declared, reason, until, decided_by, decided_at)
      SELECT $1, kind, true, 'We have none.', ($4::timestamptz AT TIME ZONE 'UTC')::date + 365, $2, $4 FROM unnest($3::text[]) kind`,
    [company.id, company.ownerId, none, at],
  );
  await admin("COMMIT", []);
}
