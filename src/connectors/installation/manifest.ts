import * as z from "zod";
import type { Manifest } from "../connector.ts";
import { kinds } from "./kinds.ts";

export const manifest: Manifest = {
  id: "installation",
  version: 1,
  methods: [
    {
      id: "own",
      kind: "own",
      title: "File this installation's operation",
      explanation:
        "Exhibit reads its own records of backups, restore tests, file checks, upgrades and platform admins. Nothing of any company is read.",
      instructions: [],
      fields: [],
      settings: [],
    },
  ],
  // Never resolved: the worker answers from its own database.
  endpoints: { own: { origin: "https://installation.invalid" } },
  scopes: { required: [], optional: [], forbidden: [/:write$/] },
  budget: { requests: 1_000, perSeconds: 1, atOnce: 1 },
  kinds,
  settings: z.strictObject({}),
  settingFields: [],
};
