import type { HandlersOf } from "../endpoints/handler.ts";

/** Where a new company can keep its evidence; the default first. */
export const listStorageLocations: HandlersOf<"companies">["storageLocations"] = async ({ tx }) => {
  const rows = await tx
    .selectFrom("app.storage_locations")
    .select(["id", "display_name", "geography", "is_default"])
    .orderBy("is_default", "desc")
    .orderBy("display_name")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    displayName: row.display_name,
    geography: row.geography,
    isDefault: row.is_default,
  }));
};
