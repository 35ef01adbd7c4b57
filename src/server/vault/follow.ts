import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import type { HeldKeys } from "../keys/keys.ts";
import { withAdministrator } from "./administrator.ts";
import { openVault } from "./prepare.ts";
import { WrongSecretKey } from "../keys/secrets.ts";
import type { Secrets } from "../keys/secrets.ts";

/** How soon a process takes keys that were turned over. */
const LOOK_MS = 500;

/** Stands for all that the vault holds, without opening it: a restored backup changes it, too. */
const MARK = `SELECT (SELECT generation FROM vault.state) || coalesce(
  (SELECT md5(string_agg(purpose || version || state || encode(wrapped, 'hex'), ',' ORDER BY purpose, version)) FROM app.wrapping_keys), '') AS mark`;

/**
 * Calls `onChange` whenever keys or logins in the vault have changed, until it is stopped. A vault that SECRET_KEY no longer
 * opens is told once in the log: the process goes on with the keys it has.
 */
export function followVault(
  adminUrl: string,
  secrets: () => Secrets,
  onChange: (held: HeldKeys) => void,
  { now, log }: { readonly now: () => Date; readonly log: Logger },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let seen: string | undefined;
  let warned: string | undefined;
  const pause = (ms: number) => setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});
  const look = () =>
    withAdministrator(adminUrl, async (client) => {
      while (!signal.aborted) {
        await client.query("BEGIN; SET LOCAL ROLE app_definer");
        const { rows } = await client.query<{ mark: string }>(MARK);
        await client.query("COMMIT");
        const { mark } = rows[0]!;
        if (mark !== seen && mark !== warned) {
          try {
            onChange(await openVault(client, secrets(), now()));
            seen = mark;
          } catch (error) {
            if (!(error instanceof WrongSecretKey)) throw error;
            warned = mark;
            log.warn(
              "SECRET_KEY was turned over: this process goes on with the keys it has. Restart it with the new one.",
            );
          }
        }
        await pause(LOOK_MS);
      }
    });
  const following = (async () => {
    while (!signal.aborted) {
      await look().catch((error: unknown) => log.debug({ err: error }, "the vault cannot be read now"));
      await pause(LOOK_MS);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([following, setTimeout(1_000, undefined, { ref: false })]);
    },
  };
}
