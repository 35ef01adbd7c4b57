import { createHash } from "node:crypto";
import { FakeProvider, json } from "./fake-provider.ts";
import type { Asked, ProvidedFile } from "./fake-provider.ts";

const NATIVE = "application/vnd.google-apps.";

/**
 * A fake of the Drive API v3, written after https://developers.google.com/drive/api/reference/rest/v3: `files.get`, `files.list`,
 * `files.export` and `about.get`, with the errors of https://developers.google.com/drive/api/guides/handle-errors.
 */
export class FakeGoogleDrive extends FakeProvider {
  constructor() {
    super({ authorize: "/o/oauth2/v2/auth", token: "/token" });
  }

  protected api({ path, query, account }: Asked) {
    if (account === undefined) return refusal(401, "authError", "Invalid Credentials");
    if (path === "/drive/v3/about") return json(200, { user: { emailAddress: account } });
    if (path === "/drive/v3/files") {
      const parent = /^'([\w-]+)' in parents/.exec(query.get("q") ?? "")?.[1];
      const all = [...this.files.values()].filter(({ folder, isFolder }) => folder === parent && !isFolder);
      const most = Number(query.get("pageSize"));
      const files = all.slice(0, most).map(described);
      return json(200, { files, ...(all.length > most && { nextPageToken: "more" }) });
    }
    const [, id = "", verb] = /^\/drive\/v3\/files\/([^/]+)(?:\/(export))?$/.exec(path) ?? [];
    const file = this.files.get(id);
    if (!this.maySee(file, account)) return refusal(404, "notFound", `File not found: ${id}.`);
    if (verb === "export") {
      if (query.get("mimeType") !== "application/pdf") return refusal(400, "badRequest", "Bad mimeType");
      if (file.bytes.length > 10 * 1024 * 1024)
        return refusal(403, "exportSizeLimitExceeded", "This file is too large to be exported.");
      return { file };
    }
    if (query.get("alt") !== "media") return json(200, described(file));
    if (file.type.startsWith(NATIVE)) return refusal(403, "fileNotDownloadable", "Only files with binary content.");
    if (file.flagged && query.get("acknowledgeAbuse") !== "true")
      return refusal(403, "cannotDownloadAbusiveFile", "This file has been identified as malware or spam.");
    return { file };
  }
}

function described({
  id,
  name,
  type,
  bytes,
  revision,
  trashed = false,
  locked = false,
  isFolder,
  target,
}: ProvidedFile) {
  const isNative = type.startsWith(NATIVE);
  return {
    id,
    name,
    mimeType: isFolder ? `${NATIVE}folder` : type,
    trashed,
    modifiedTime: "2026-11-02T08:00:00.000Z",
    version: revision === "r1" ? "12" : revision,
    capabilities: { canDownload: !locked },
    ...(target !== undefined && { shortcutDetails: { targetId: target } }),
    ...(!isNative &&
      !isFolder && {
        size: String(bytes.length),
        headRevisionId: revision,
        sha256Checksum: createHash("sha256").update(bytes).digest("hex"),
      }),
  };
}

const refusal = (code: number, reason: string, message: string) =>
  json(code, { error: { code, message, errors: [{ domain: "global", reason, message }] } });
