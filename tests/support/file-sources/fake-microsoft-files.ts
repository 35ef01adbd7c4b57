import { FakeProvider, json } from "./fake-provider.ts";
import type { Asked, ProvidedFile } from "./fake-provider.ts";

/**
 * A fake of Microsoft Graph v1.0, written after https://learn.microsoft.com/graph/api/shares-get and
 * https://learn.microsoft.com/graph/api/resources/driveitem. A file's id is the address that it is shared by. As there, bytes come
 * from an address of their own, which asks for no token.
 */
export class FakeMicrosoftFiles extends FakeProvider {
  /** Where it says that bytes are, instead of at itself. */
  downloadAt: string | undefined;

  constructor() {
    super({ authorize: "/common/oauth2/v2.0/authorize", token: "/common/oauth2/v2.0/token" });
  }

  protected api({ path, account, headers }: Asked) {
    const download = /^\/download\/([\w-]+)$/.exec(path)?.[1];
    if (download !== undefined) {
      const file = this.files.get(Buffer.from(download, "base64url").toString());
      if (headers.authorization !== undefined || !file) return json(404, {});
      return { file };
    }
    if (account === undefined) return refusal(401, "InvalidAuthenticationToken");
    if (path === "/v1.0/me/drive") return json(200, { owner: { user: { email: account, displayName: "Somebody" } } });
    const [, encoded = "", verb] = /^\/v1\.0\/shares\/u!([\w-]+)\/driveItem(?:\/(children))?$/.exec(path) ?? [];
    const address = Buffer.from(encoded, "base64url").toString();
    const file = this.files.get(address);
    if (!file) return refusal(404, "itemNotFound");
    if (!this.maySee(file, account)) return refusal(403, "accessDenied");
    if (verb === "children") {
      const children = [...this.files.values()].filter(({ folder }) => folder === address);
      return json(200, { value: children.map((child) => this.#described(child)) });
    }
    return json(200, this.#described(file));
  }

  #described({ id, name, type, bytes, revision, isFolder, flagged, locked }: ProvidedFile) {
    const at = this.downloadAt ?? `${this.origin}/download/${Buffer.from(id).toString("base64url")}`;
    return {
      id: `01${Buffer.from(id).toString("hex").slice(-30).toUpperCase()}`,
      name,
      size: bytes.length,
      eTag: `"{E},${revision}"`,
      cTag: `"c:{E},${revision}"`,
      lastModifiedDateTime: "2026-11-03T08:00:00Z",
      webUrl: id,
      ...(isFolder ? { folder: { childCount: 1 } } : { file: { mimeType: type } }),
      ...(flagged && { malware: { description: "a virus" } }),
      ...(!isFolder && !locked && { "@microsoft.graph.downloadUrl": at }),
    };
  }
}

const refusal = (status: number, code: string) => json(status, { error: { code, message: "Words of Microsoft" } });
