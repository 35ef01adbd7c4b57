import type { Manifest } from "../connector.ts";
import { kinds } from "./kinds.ts";
import { methods } from "./methods.ts";
import { forbidden, optional, required } from "./scopes.ts";
import { settingFields } from "./company-settings.ts";
import { settings } from "./settings.ts";

export const manifest: Manifest = {
  id: "jira",
  version: 3,
  methods,
  endpoints: {
    auth: { origin: "https://auth.atlassian.com" },
    api: { origin: "https://api.atlassian.com" },
    site: { origin: (typed) => `https://${typed["site"]}`, host: /^[a-z0-9-]+\.atlassian\.net$/ },
  },
  scopes: { required, optional, forbidden },
  // Atlassian counts points in an hour, one for a request and one for each object; what it has left it says with every answer.
  budget: { requests: 10, perSeconds: 1, atOnce: 2 },
  kinds,
  settings,
  settingFields,
};
