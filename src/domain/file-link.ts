/** Where files are read from by a link. */
export const fileSourceKeys = ["google-drive", "onedrive", "dropbox"] as const;

export type FileSourceKey = (typeof fileSourceKeys)[number];

/** As people call them; SharePoint is read with the same account as OneDrive. */
export const fileSourceNames: Readonly<Record<FileSourceKey, string>> = {
  "google-drive": "Google Drive",
  onedrive: "OneDrive",
  dropbox: "Dropbox",
};

/** What a link leads to. Only these parts of it are used: no address is ever asked for as it was pasted. */
export type FileLink =
  | {
      readonly source: "google-drive";
      readonly kind: "file" | "folder";
      readonly id: string;
      /** Older files that are shared by link have one besides their id. */
      readonly resourceKey: string | undefined;
    }
  | {
      readonly source: "onedrive";
      /** A sharing address without its fragment. Microsoft Graph takes it as the name of the file. */
      readonly address: string;
      readonly isSharePoint: boolean;
    }
  | {
      readonly source: "dropbox";
      readonly kind: "file" | "folder";
      /** The shared link, which Dropbox takes as the name of the file. */
      readonly address: string;
      /** A file below a shared folder, by its path there. */
      readonly path: string | undefined;
    };

/** The longest link that is read, in characters. */
export const longestLink = 2_000;

/** How many links are read from one paste. */
export const mostLinks = 50;

const GOOGLE_ID = /^[\w-]{10,120}$/;
/** One name below sharepoint.com, which is a tenant's. */
const SHAREPOINT = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.sharepoint\.com$/;

/** An https address without user, port or anything else that could hide its host. */
const ADDRESS = /^https:\/\/([a-z0-9.-]+)(\/[^?#\\]*)?(?:\?([^#]*))?(?:#(.*))?$/i;

interface Address {
  readonly host: string;
  readonly path: string;
  readonly search: string;
  readonly hash: string;
}

/** Reads a link; undefined for every address that is not exactly one of a file or a folder at one of the sources. */
export function parseFileLink(text: string): FileLink | undefined {
  if (text.length > longestLink || /[\s\p{Cc}]/u.test(text)) return undefined;
  const [, name, path = "/", search = "", hash = ""] = ADDRESS.exec(text) ?? [];
  if (name === undefined) return undefined;
  const host = name.toLowerCase();
  const url = { host, path, search, hash };
  if (host === "docs.google.com" || host === "drive.google.com") return googleLink(url);
  if (host === "onedrive.live.com" || host === "1drv.ms" || SHAREPOINT.test(host)) return microsoftLink(url);
  if (host === "www.dropbox.com" || host === "dropbox.com") return dropboxLink(url);
  return undefined;
}

/** The address of a file in Google Drive, which {@link parseFileLink} reads back. */
export function googleAddress(id: string, resourceKey?: string): string {
  return `https://drive.google.com/file/d/${id}/view${resourceKey === undefined ? "" : `?resourcekey=${resourceKey}`}`;
}

/** The address of a file below a shared folder of Dropbox, which {@link parseFileLink} reads back. */
export function dropboxAddress(folder: string, path: string): string {
  return `${folder}#${encodeURIComponent(path)}`;
}

/** The links in a text, each once, in their order; whatever else stands in it is left out. */
export function linksIn(text: string): readonly string[] {
  return [...new Set(text.split(/[\s<>"]+/).filter((word) => /^https?:\/\/./i.test(word)))];
}

function googleLink(url: Address): FileLink | undefined {
  // Several accounts in one browser: `/u/1/` stands in front, or behind the kind.
  const path = url.path.replace(/\/u\/\d{1,3}(?=\/)/, "");
  const found =
    /^\/(?:document|spreadsheets|presentation|drawings|file)\/d\/([^/]+)(?:\/|$)/.exec(path)?.[1] ??
    (/^\/(?:open|uc)$/.test(path) ? valueOf(url, "id") : undefined);
  const folder = /^\/(?:drive\/)?folders\/([^/]+)\/?$/.exec(path)?.[1];
  const id = found ?? folder;
  // What is published on the web has an id of another kind behind /d/e/, by which no file is found.
  if (id === undefined || !GOOGLE_ID.test(id)) return undefined;
  const resourceKey = valueOf(url, "resourcekey");
  return { source: "google-drive", kind: folder === undefined ? "file" : "folder", id, resourceKey };
}

function microsoftLink(url: Address): FileLink | undefined {
  const { host, path, search } = url;
  if (path === "/" && search === "") return undefined;
  const address = `https://${host}${path}${search === "" ? "" : `?${search}`}`;
  return { source: "onedrive", address, isSharePoint: SHAREPOINT.test(host) && !isPersonal(host) };
}

/** A person's own files lie at the tenant's name with `-my`. */
const isPersonal = (host: string) => host.endsWith("-my.sharepoint.com");

function dropboxLink(url: Address): FileLink | undefined {
  const [, kind] = /^\/(s|scl\/fi|scl\/fo|sh)\/[\w-]{3,}(?:\/[^/]*)*$/.exec(url.path) ?? [];
  if (kind === undefined) return undefined;
  const key = valueOf(url, "rlkey");
  const path = pathIn(url.hash);
  const isFolder = kind === "sh" || kind === "scl/fo";
  return {
    source: "dropbox",
    kind: isFolder && path === undefined ? "folder" : "file",
    address: `https://www.dropbox.com${url.path}${key === undefined ? "" : `?rlkey=${key}`}`,
    path: isFolder ? path : undefined,
  };
}

function pathIn(hash: string): string | undefined {
  try {
    const path = decodeURIComponent(hash);
    return path.startsWith("/") && !/(?:^|\/)\.\.?(?:\/|$)|\p{Cc}/u.test(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** A value of the query: ids and keys are written in these letters alone. */
function valueOf({ search }: Address, name: string): string | undefined {
  const value = search
    .split("&")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  return value !== undefined && /^[\w-]{1,120}$/.test(value) ? value : undefined;
}
