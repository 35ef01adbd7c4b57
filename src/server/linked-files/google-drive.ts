import type { FailureName } from "#contract/failures.ts";
import { mostFolderFiles } from "#contract/linked-files.ts";
import { googleAddress } from "#domain/file-link.ts";
import type { FileLink } from "#domain/file-link.ts";
import { dateOf, failAt, fieldsIn, fileNameOf, listIn, sizeOf, textOf } from "./vendor.ts";
import type { AskAsPerson, Fields, FileVendor, VendorFile } from "./vendor.ts";

const SCOPE = "https://www.googleapis.com/auth/drive.readonly";
const FOLDER = "application/vnd.google-apps.folder";
const SHORTCUT = "application/vnd.google-apps.shortcut";
const NATIVE = "application/vnd.google-apps.";
/** What Google exports as a PDF; forms, sites and maps are none of them. */
const EXPORTED = new Set(["document", "spreadsheet", "presentation", "drawing"].map((kind) => NATIVE + kind));
const FIELDS =
  "id,name,mimeType,size,headRevisionId,version,modifiedTime,trashed,sha256Checksum,resourceKey,capabilities/canDownload,shortcutDetails";

type Link = Extract<FileLink, { source: "google-drive" }>;

/** Google Drive, by its API v3. `placeOf` says where a host of Google's is. */
export function googleDrive(placeOf: (host: string) => string): FileVendor {
  const api = `${placeOf("www.googleapis.com")}/drive/v3/files`;
  const keysOf = (id: string, key: string | undefined): Record<string, string> =>
    key === undefined ? {} : { "x-goog-drive-resource-keys": `${id}/${key}` };

  async function getFile(ask: AskAsPerson, id: string, key: string | undefined): Promise<Fields> {
    const url = new URL(`${api}/${encodeURIComponent(id)}`);
    url.search = new URLSearchParams({ fields: FIELDS, supportsAllDrives: "true" }).toString();
    return await ask({ url, method: "GET", headers: keysOf(id, key), withToken: true });
  }

  function fileOf(file: Fields): VendorFile | FailureName {
    const [id, type] = [textOf(file["id"]), textOf(file["mimeType"]) ?? ""];
    if (id === null) return "linked-file-missing";
    if (file["trashed"] === true) return "linked-file-deleted";
    if (fieldsIn(file["capabilities"])["canDownload"] === false) return "linked-file-locked";
    const isExported = EXPORTED.has(type);
    if (type.startsWith(NATIVE) && !isExported) return "linked-file-no-export";
    const key = textOf(file["resourceKey"]) ?? undefined;
    const url = new URL(`${api}/${encodeURIComponent(id)}${isExported ? "/export" : ""}`);
    url.search = new URLSearchParams(
      isExported ? { mimeType: "application/pdf" } : { alt: "media", supportsAllDrives: "true" },
    ).toString();
    return {
      source: "google-drive",
      sourceName: "Google Drive",
      link: googleAddress(id, key),
      id,
      revision: textOf(file["headRevisionId"]) ?? textOf(file["version"]),
      fileName: fileNameOf(file["name"], isExported ? ".pdf" : ""),
      size: isExported ? null : sizeOf(file["size"]),
      mediaType: isExported ? "application/pdf" : type,
      modifiedAt: dateOf(file["modifiedTime"]),
      exportedAs: isExported ? "PDF" : null,
      sha256: isExported ? null : textOf(file["sha256Checksum"]),
      download: { url, method: "GET", headers: keysOf(id, key), withToken: true },
    };
  }

  async function folderOf(ask: AskAsPerson, folder: Fields, id: string, key: string | undefined) {
    const url = new URL(api);
    url.search = new URLSearchParams({
      q: `'${id}' in parents and trashed = false and mimeType != '${FOLDER}'`,
      fields: `nextPageToken,files(${FIELDS})`,
      pageSize: String(mostFolderFiles),
      orderBy: "name",
      supportsAllDrives: "true",
      includeItemsFromAllDrives: "true",
    }).toString();
    const list = await ask({ url, method: "GET", headers: keysOf(id, key), withToken: true });
    const files = listIn(list["files"])
      .map(fileOf)
      .filter((file) => typeof file !== "string");
    return {
      kind: "folder" as const,
      name: fileNameOf(folder["name"]),
      files,
      isCut: textOf(list["nextPageToken"]) !== null,
    };
  }

  return {
    key: "google-drive",
    authorizeUrl: new URL(`${placeOf("accounts.google.com")}/o/oauth2/v2/auth`),
    tokenUrl: new URL(`${placeOf("oauth2.googleapis.com")}/token`),
    scope: SCOPE,
    needed: SCOPE,
    // No refresh token: what was granted ends within the hour.
    parameters: { access_type: "online", prompt: "select_account" },
    accountOf: async (ask) => {
      const url = new URL(`${api.replace(/\/files$/, "/about")}?fields=user(emailAddress)`);
      const about = await ask({ url, method: "GET", withToken: true });
      return textOf(fieldsIn(about["user"])["emailAddress"]);
    },
    find: async (ask, link) => {
      const { id, resourceKey } = link as Link;
      let file = await getFile(ask, id, resourceKey);
      const target = fieldsIn(file["shortcutDetails"]);
      const targetId = file["mimeType"] === SHORTCUT ? textOf(target["targetId"]) : null;
      if (targetId !== null) file = await getFile(ask, targetId, textOf(target["targetResourceKey"]) ?? undefined);
      if (file["mimeType"] === FOLDER) {
        if (file["trashed"] === true) return failAt("google-drive", "linked-file-deleted");
        const folderId = textOf(file["id"]) ?? id;
        if (!/^[\w-]+$/.test(folderId)) return failAt("google-drive", "linked-file-missing");
        return await folderOf(ask, file, folderId, resourceKey);
      }
      const found = fileOf(file);
      return typeof found === "string" ? failAt("google-drive", found) : { kind: "file", file: found };
    },
    failureOf,
  };
}

const byReason: Readonly<Record<string, FailureName>> = {
  rateLimitExceeded: "file-source-busy",
  userRateLimitExceeded: "file-source-busy",
  dailyLimitExceeded: "file-source-busy",
  sharingRateLimitExceeded: "file-source-busy",
  downloadQuotaExceeded: "file-source-busy",
  cannotDownloadAbusiveFile: "linked-file-flagged",
  cannotDownloadFile: "linked-file-locked",
  cannotExportFile: "linked-file-locked",
  exportSizeLimitExceeded: "linked-export-too-large",
  fileNotDownloadable: "linked-file-no-export",
  insufficientPermissions: "file-source-scope",
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: "file-source-scope",
};

/** `error.errors[].reason` says what a status does not: https://developers.google.com/drive/api/guides/handle-errors */
function failureOf(status: number, fields: Fields): FailureName {
  const error = fieldsIn(fields["error"]);
  const reasons = [...listIn(error["errors"]), ...listIn(error["details"])].map(({ reason }) => String(reason));
  const known = reasons.map((reason) => byReason[reason]).find((failure) => failure !== undefined);
  if (known) return known;
  if (status === 401) return "file-source-not-connected";
  if (status === 403) return "linked-file-denied";
  if (status === 404 || status === 400 || status === 410) return "linked-file-missing";
  return status === 429 ? "file-source-busy" : "file-source-unreachable";
}
