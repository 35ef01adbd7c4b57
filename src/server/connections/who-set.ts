import { isDeepStrictEqual } from "node:util";
import type { Settings } from "#connectors/connector.ts";
import type { SettingSet } from "#connectors/who-set.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";

/** By the name of a setting who set it last, and when. */
export type SettingsSet = Readonly<Record<string, { readonly by: string; readonly at: string }>>;

/** Who set what, after somebody saved settings: what they changed is theirs, and the rest stays whose it was. */
export function afterSaving(
  before: { readonly settings: Settings; readonly set: SettingsSet },
  settings: Settings,
  by: { readonly userId: string; readonly now: Date },
): SettingsSet {
  const isSame = (name: string) => isDeepStrictEqual(before.settings[name], settings[name]);
  const theirs = { by: by.userId, at: by.now.toISOString() };
  return Object.fromEntries(
    Object.keys(settings).flatMap((name) => {
      const said = isSame(name) ? before.set[name] : theirs;
      return said ? [[name, said]] : [];
    }),
  );
}

/** Who set the settings of a connection, read as that connection, by their names. */
export async function readSettingsSet(tx: Tx): Promise<readonly SettingSet[]> {
  const rows = await callFunction(tx, "app.connection_settings_set", []);
  return rows.map((row) => ({ setting: row.setting, by: row.set_by, on: row.set_on }));
}
