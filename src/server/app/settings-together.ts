import { ConfigError } from "./config-error.ts";
import type { Values, VariableName } from "./settings.ts";

/** Settings that mean something only together. */
const wholes: readonly (readonly VariableName[])[] = [
  ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"],
  ["SIGN_IN_GOOGLE_CLIENT_ID", "SIGN_IN_GOOGLE_CLIENT_SECRET"],
  ["SIGN_IN_MICROSOFT_CLIENT_ID", "SIGN_IN_MICROSOFT_CLIENT_SECRET"],
  ["SIGN_IN_GITHUB_CLIENT_ID", "SIGN_IN_GITHUB_CLIENT_SECRET"],
  ["DROPBOX_CLIENT_ID", "DROPBOX_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME", "OIDC_DOMAINS"],
];

/** Refuses settings that contradict each other, or say half of something. Throws ConfigError. */
export function requireTogether(values: Values): void {
  if (values.BACKUP_URL && values.BACKUP_FOLDER !== undefined)
    throw new ConfigError("BACKUP_FOLDER must not be set when BACKUP_URL is set.");
  if (values.STANDBY_URL && values.DATABASE_URL === undefined)
    throw new ConfigError("DATABASE_URL must be set too when STANDBY_URL is set.");
  for (const parts of wholes) {
    const [missing] = parts.filter((name) => !values[name]);
    const [given] = parts.filter((name) => values[name]);
    if (missing && given) throw new ConfigError(`${missing} must be set too when ${given} is set.`);
  }
}
