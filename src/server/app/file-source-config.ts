import * as z from "zod";
import { fileSourceKeys } from "#domain/file-link.ts";
import type { FileSourceKey } from "#domain/file-link.ts";
import type { ConnectorPeers } from "../connections/connectors.ts";
import type { FileSourceRegistrations } from "../linked-files/sources.ts";
import { setting } from "../setting.ts";
import { ConfigError } from "./config-error.ts";

const sources = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.enum(fileSourceKeys)).min(1));

/** Where people may read files from by a link. */
export const fileSourceSettings = {
  FILE_SOURCES: setting({
    fallback: "none: files are uploaded",
    meaning:
      "where people can file from by a link, such as `google-drive, onedrive, dropbox`; the first two use the registrations of `SIGN_IN_GOOGLE_…` and `SIGN_IN_MICROSOFT_…`. See [file sources](docs/operations/file-sources.md)",
    schema: sources,
    must: "be names out of google-drive, onedrive and dropbox",
  }),
  DROPBOX_CLIENT_ID: setting({
    fallback: "none",
    meaning: "the key of the Dropbox app, for `FILE_SOURCES`",
    schema: z.string().max(500),
    must: "be text",
  }),
  DROPBOX_CLIENT_SECRET: setting({
    fallback: "none",
    meaning: "its secret",
    schema: z.string().max(1_000),
    must: "be text",
    confidential: true,
  }),
};

/** Which settings register this installation with the provider of a source. */
const registeredBy = {
  "google-drive": ["SIGN_IN_GOOGLE_CLIENT_ID", "SIGN_IN_GOOGLE_CLIENT_SECRET"],
  onedrive: ["SIGN_IN_MICROSOFT_CLIENT_ID", "SIGN_IN_MICROSOFT_CLIENT_SECRET"],
  dropbox: ["DROPBOX_CLIENT_ID", "DROPBOX_CLIENT_SECRET"],
} as const satisfies Record<FileSourceKey, readonly [string, string]>;

type Names = (typeof registeredBy)[FileSourceKey][number];

/** The registrations of the sources that are turned on. Throws ConfigError where one is missing. */
export function fileSourcesOf(
  values: { readonly FILE_SOURCES?: readonly FileSourceKey[] } & { readonly [Name in Names]?: string },
  peers: ConnectorPeers,
): FileSourceRegistrations {
  const registrations: Partial<Record<FileSourceKey, FileSourceRegistrations[FileSourceKey]>> = {};
  for (const key of values.FILE_SOURCES ?? []) {
    const [id, secret] = registeredBy[key];
    const [clientId, clientSecret] = [values[id], values[secret]];
    if (!clientId || !clientSecret) throw new ConfigError(`${id} must be set too when FILE_SOURCES names ${key}.`);
    const peer = peers[key];
    registrations[key] = { clientId, clientSecret, at: typeof peer === "string" ? peer : undefined };
  }
  return registrations;
}
