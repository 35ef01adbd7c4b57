import { readFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";
import { vendorSettings } from "../connections/connection-settings.ts";
import type { VendorSetting } from "../connections/connection-settings.ts";
import type { Values } from "./settings.ts";

/** Whether nothing is collected by a process of this role. */
export const collectsNothing = ({ ROLE }: Values) => ROLE === "web" || ROLE === "signer";

/** Who this installation is at vendors, by the name of the setting. Throws ConfigError. */
export function vendorsOf(values: Values): Record<string, string> {
  const vendors: Record<string, string> = {};
  for (const name of Object.keys(vendorSettings) as VendorSetting[]) if (values[name]) vendors[name] = values[name];
  const files = {
    GITHUB_APP_PRIVATE_KEY: values.GITHUB_APP_PRIVATE_KEY_FILE,
    MICROSOFT_CERTIFICATE: values.MICROSOFT_CERTIFICATE_FILE,
  };
  for (const [name, file] of Object.entries(files))
    if (file !== undefined) vendors[name] = contentOf(`${name}_FILE`, file);
  if (vendors["MICROSOFT_CLIENT_ID"] && !collectsNothing(values))
    if (!vendors["MICROSOFT_CLIENT_SECRET"] && !vendors["MICROSOFT_CERTIFICATE"])
      throw new ConfigError(
        "MICROSOFT_CERTIFICATE or MICROSOFT_CLIENT_SECRET must be set too when MICROSOFT_CLIENT_ID is set.",
      );
  return vendors;
}

/** The text of a file that a setting names. Throws ConfigError. */
export function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new ConfigError(`${name} must name a file that can be read: ${(error as Error).message}`);
  }
}
