import type { FailureName } from "#contract/failures.ts";
import { mostFolderFiles } from "#contract/linked-files.ts";
import { parseFileLink } from "#domain/file-link.ts";
import type { FileLink } from "#domain/file-link.ts";
import { dateOf, failAt, fieldsIn, fileNameOf, listIn, sizeOf, textOf } from "./vendor.ts";
import type { Fields, FileVendor, VendorFile } from "./vendor.ts";

/**
 * Where Graph sends for the bytes of a file: short-lived addresses that need no token, so that none is sent there. Exactly one name
 * below a tenant's domain, or any below the domains that hold nothing but files.
 */
const DOWNLOADS =
  /^(?:[a-z0-9-]+\.sharepoint\.com|(?:[a-z0-9-]+\.)+(?:1drv\.com|livefilestore\.com|svc\.ms|microsoftpersonalcontent\.com))$/;

type Link = Extract<FileLink, { source: "onedrive" }>;

/** OneDrive and SharePoint, by Microsoft Graph v1.0. `placeOf` says where a host of Microsoft's is. */
export function oneDrive(placeOf: (host: string) => string): FileVendor {
  const graph = `${placeOf("graph.microsoft.com")}/v1.0`;
  const login = `${placeOf("login.microsoftonline.com")}/common/oauth2/v2.0`;
  const isPeer = (url: URL) => url.origin === new URL(graph).origin && url.hostname !== "graph.microsoft.com";

  /** Graph takes an address for the name of what is shared: https://learn.microsoft.com/graph/api/shares-get */
  const itemAt = (address: string) => `${graph}/shares/u!${Buffer.from(address).toString("base64url")}/driveItem`;

  function fileOf(item: Fields, sourceName: string, link: string | null): VendorFile | FailureName {
    const id = textOf(item["id"]);
    if (id === null) return "linked-file-missing";
    if (item["deleted"] !== undefined) return "linked-file-deleted";
    if (item["malware"] !== undefined) return "linked-file-flagged";
    // A notebook is a package of files.
    if (item["file"] === undefined || link === null) return "linked-file-no-export";
    const url = URL.parse(textOf(item["@microsoft.graph.downloadUrl"]) ?? "");
    // Whom a policy lets look but not download is given no address.
    if (!url) return "linked-file-locked";
    const isKnown = url.protocol === "https:" && url.port === "" && DOWNLOADS.test(url.hostname);
    if ((!isKnown && !isPeer(url)) || url.username || url.password) return "file-source-unreachable";
    return {
      source: "onedrive",
      sourceName,
      link,
      id,
      revision: textOf(item["cTag"]) ?? textOf(item["eTag"]),
      fileName: fileNameOf(item["name"]),
      size: sizeOf(item["size"]),
      mediaType: textOf(fieldsIn(item["file"])["mimeType"]) ?? "application/octet-stream",
      modifiedAt: dateOf(item["lastModifiedDateTime"]),
      exportedAs: null,
      sha256: null,
      download: { url, method: "GET", withToken: false },
    };
  }

  return {
    key: "onedrive",
    authorizeUrl: new URL(`${login}/authorize`),
    tokenUrl: new URL(`${login}/token`),
    // Without offline_access there is no refresh token.
    scope: "https://graph.microsoft.com/Files.Read.All",
    needed: "Files.Read.All",
    parameters: { prompt: "select_account", response_mode: "query" },
    accountOf: async (ask) => {
      const url = new URL(`${graph}/me/drive?$select=owner`);
      const drive = await ask({ url, method: "GET", withToken: true }).catch((): Fields => ({}));
      const user = fieldsIn(fieldsIn(drive["owner"])["user"]);
      return textOf(user["email"]) ?? textOf(user["displayName"]);
    },
    find: async (ask, link) => {
      const { address, isSharePoint } = link as Link;
      const sourceName = isSharePoint ? "SharePoint" : "OneDrive";
      const item = await ask({ url: new URL(itemAt(address)), method: "GET", withToken: true });
      if (item["folder"] !== undefined) {
        const url = new URL(`${itemAt(address)}/children?$top=${mostFolderFiles}`);
        const list = await ask({ url, method: "GET", withToken: true });
        const files = listIn(list["value"])
          .map((child) => fileOf(child, sourceName, linkOf(child)))
          .filter((file) => typeof file !== "string");
        const isCut = textOf(list["@odata.nextLink"]) !== null;
        return { kind: "folder", name: fileNameOf(item["name"]), files, isCut };
      }
      const found = fileOf(item, sourceName, address);
      return typeof found === "string" ? failAt("onedrive", found) : { kind: "file", file: found };
    },
    failureOf,
  };
}

/** The address of a file in a folder, where it is one that can be read like a pasted one. */
function linkOf(item: Fields): string | null {
  const address = textOf(item["webUrl"]);
  return address !== null && parseFileLink(address)?.source === "onedrive" ? address : null;
}

/** `error.code`: https://learn.microsoft.com/graph/errors */
function failureOf(status: number, fields: Fields): FailureName {
  const error = fieldsIn(fields["error"]);
  const code = `${textOf(error["code"]) ?? ""} ${textOf(fieldsIn(error["innerError"])["code"]) ?? ""}`;
  if (/malware|virus/i.test(code)) return "linked-file-flagged";
  if (status === 401) return "file-source-not-connected";
  if (status === 403) return "linked-file-denied";
  // A sharing link that is none any more is an invalid request to Graph.
  if (status === 404 || status === 400 || status === 410) return "linked-file-missing";
  if (status === 423) return "linked-file-locked";
  return status === 429 || status === 509 ? "file-source-busy" : "file-source-unreachable";
}
