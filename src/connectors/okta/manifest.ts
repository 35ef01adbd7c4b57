import type { Manifest } from "../connector.ts";
import { kinds } from "./kinds.ts";
import { host, methods } from "./methods.ts";
import { forbidden, required } from "./scopes.ts";
import { settingFields, settings } from "./settings.ts";

export const manifest: Manifest = {
  id: "okta",
  version: 2,
  methods,
  endpoints: { org: { origin: (typed) => `https://${typed["domain"] ?? ""}`, host } },
  scopes: { required, optional: [], forbidden },
  // Okta counts by group of endpoints and minute, from 100 to 600; its headers say how much of each is left.
  budget: { requests: 300, perSeconds: 60, atOnce: 2 },
  kinds,
  settings,
  settingFields,
};
