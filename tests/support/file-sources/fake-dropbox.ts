import { FakeProvider, json } from "./fake-provider.ts";
import type { Asked, ProvidedFile } from "./fake-provider.ts";

/**
 * A fake of the Dropbox API v2, written after https://www.dropbox.com/developers/documentation/http/documentation and the types of
 * https://github.com/dropbox/dropbox-api-spec. A file's id is its shared link, and behind a `#` its path below it.
 */
export class FakeDropbox extends FakeProvider {
  constructor() {
    super({ authorize: "/oauth2/authorize", token: "/oauth2/token" });
  }

  protected api({ method, path, headers, body, account }: Asked) {
    if (account === undefined) return json(401, { error_summary: "expired_access_token/.." });
    if (method !== "POST") return json(404, {});
    if (path === "/2/users/get_current_account") return json(200, { email: account });
    const isContent = path === "/2/sharing/get_shared_link_file";
    const arg = JSON.parse(isContent ? String(headers["dropbox-api-arg"]) : body) as Arg;
    const { url } = arg.shared_link ?? arg;
    const file = this.files.get(arg.path ? `${url}#${arg.path}` : url!);
    if (!file) return conflict("shared_link_not_found");
    if (!this.maySee(file, account)) return conflict("shared_link_access_denied");
    if (path === "/2/files/list_folder") {
      const entries = [...this.files.values()].filter(({ folder }) => folder === url).map(described);
      return json(200, { entries, cursor: "c", has_more: false });
    }
    if (isContent) return file.isFolder ? conflict("shared_link_is_directory") : { file };
    return json(200, { ...described(file), link_permissions: { allow_download: !file.locked } });
  }
}

interface Arg {
  readonly url?: string;
  readonly path?: string;
  readonly shared_link?: { readonly url: string };
}

const described = ({ id, name, bytes, revision, isFolder }: ProvidedFile) =>
  isFolder
    ? { ".tag": "folder", id: "id:folder", name }
    : {
        ".tag": "file",
        id: `id:${Buffer.from(id).toString("hex").slice(-22)}`,
        name,
        rev: revision,
        size: bytes.length,
        server_modified: "2026-11-04T08:00:00Z",
        is_downloadable: true,
      };

const conflict = (tag: string) => json(409, { error_summary: `${tag}/..`, error: { ".tag": tag } });
