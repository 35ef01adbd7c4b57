import type { FailureName } from "#contract/failures.ts";
import { mostFolderFiles } from "#contract/linked-files.ts";
import { dropboxAddress } from "#domain/file-link.ts";
import type { FileLink } from "#domain/file-link.ts";
import { dateOf, failAt, fieldsIn, fileNameOf, listIn, sizeOf, textOf } from "./vendor.ts";
import type { AskAsPerson, Fields, FileVendor, VendorFile } from "./vendor.ts";

type Link = Extract<FileLink, { source: "dropbox" }>;

/** Dropbox, by its API v2. `placeOf` says where a host of Dropbox's is. */
export function dropbox(placeOf: (host: string) => string): FileVendor {
  const api = placeOf("api.dropboxapi.com");
  const call = (ask: AskAsPerson, path: string, body: unknown) =>
    ask({
      url: new URL(`${api}/2/${path}`),
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      withToken: true,
    });

  function fileOf(entry: Fields, address: string, path: string | undefined): VendorFile | FailureName {
    const id = textOf(entry["id"]);
    if (id === null) return "linked-file-missing";
    if (fieldsIn(entry["link_permissions"])["allow_download"] === false) return "linked-file-locked";
    // Paper documents and shortcuts to other services are no files.
    if (entry["is_downloadable"] === false) return "linked-file-no-export";
    return {
      source: "dropbox",
      sourceName: "Dropbox",
      link: path === undefined ? address : dropboxAddress(address, path),
      id,
      revision: textOf(entry["rev"]),
      fileName: fileNameOf(entry["name"]),
      size: sizeOf(entry["size"]),
      mediaType: "application/octet-stream",
      modifiedAt: dateOf(entry["server_modified"]),
      exportedAs: null,
      sha256: null,
      download: {
        url: new URL(`${placeOf("content.dropboxapi.com")}/2/sharing/get_shared_link_file`),
        method: "POST",
        headers: { "dropbox-api-arg": asciiJson({ url: address, ...(path !== undefined && { path }) }) },
        withToken: true,
      },
    };
  }

  return {
    key: "dropbox",
    authorizeUrl: new URL(`${placeOf("www.dropbox.com")}/oauth2/authorize`),
    tokenUrl: new URL(`${api}/oauth2/token`),
    scope: "account_info.read files.metadata.read sharing.read",
    needed: "sharing.read",
    // No refresh token.
    parameters: { token_access_type: "online" },
    accountOf: async (ask) => {
      const account = await ask({
        url: new URL(`${api}/2/users/get_current_account`),
        method: "POST",
        withToken: true,
      });
      return textOf(account["email"]);
    },
    find: async (ask, link) => {
      const { address, path } = link as Link;
      const arg = { url: address, ...(path !== undefined && { path }) };
      const entry = await call(ask, "sharing/get_shared_link_metadata", arg);
      if (entry[".tag"] === "folder") {
        const list = await call(ask, "files/list_folder", {
          path: path ?? "",
          shared_link: { url: address },
          limit: mostFolderFiles,
        });
        const files = listIn(list["entries"])
          .filter((child) => child[".tag"] === "file")
          .map((child) => fileOf(child, address, `${path ?? ""}/${String(child["name"])}`))
          .filter((file) => typeof file !== "string");
        return { kind: "folder", name: fileNameOf(entry["name"]), files, isCut: list["has_more"] === true };
      }
      const found = fileOf(entry, address, path);
      return typeof found === "string" ? failAt("dropbox", found) : { kind: "file", file: found };
    },
    failureOf,
  };
}

/** JSON for a header: Dropbox asks for every other character to be escaped. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const bySummary: readonly (readonly [RegExp, FailureName])[] = [
  [/access_denied/, "linked-file-denied"],
  [/shared_link_is_directory/, "linked-file-is-folder"],
  [/unsupported_link_type|unsupported_content|no_write_permission/, "linked-file-no-export"],
  [/restricted_content/, "linked-file-flagged"],
  [/not_found|malformed|not_file|not_folder|disallowed/, "linked-file-missing"],
  [/missing_scope/, "file-source-scope"],
];

/** `error_summary` under 409: https://www.dropbox.com/developers/documentation/http/documentation */
function failureOf(status: number, fields: Fields): FailureName {
  const summary = textOf(fields["error_summary"]) ?? "";
  const known = bySummary.find(([pattern]) => pattern.test(summary))?.[1];
  if (known) return known;
  if (status === 401) return "file-source-not-connected";
  if (status === 403) return "linked-file-denied";
  if (status === 409 || status === 404 || status === 400) return "linked-file-missing";
  return status === 429 ? "file-source-busy" : "file-source-unreachable";
}
