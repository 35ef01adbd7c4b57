import { fileSourceNames, longestLink, parseFileLink } from "#domain/file-link.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import type { Egress } from "../outbound/egress.ts";
import { fairLanes } from "../reading/fair-lanes.ts";
import { wholeBody } from "../reading/whole-body.ts";
import { noteOrigin } from "../uploads/origin.ts";
import type { UploadDeps } from "../uploads/uploads.ts";
import type { FileGrants } from "./file-grants.ts";
import { readFile } from "./read-file.ts";
import { askAs } from "./sources.ts";
import type { FileSources } from "./sources.ts";
import { failAt } from "./vendor.ts";
import type { VendorFile } from "./vendor.ts";

interface Deps extends UploadDeps {
  readonly egress: Egress;
  readonly fileGrants: FileGrants;
  readonly fileSources: FileSources;
}

/** Files that are on their way at once: each holds a piece in memory, and a connection. */
const moving = { atOnce: 8, perLane: 3, waitingPerLane: 50 };
/** For a link to arrive, in milliseconds. */
const BODY_MS = 10_000;

/** Files that are read from a link, as the person who asks and as nobody else. */
export function linkedFileHandlers(deps: Deps): HandlersOf<"linkedFiles"> {
  const { egress, fileGrants: grants, fileSources: sources, now } = deps;
  const inTurn = fairLanes(moving);

  /** The link of a request, and the source that it leads to. */
  async function readLink(bytes: AsyncIterable<Uint8Array>) {
    const body = await wholeBody(bytes, { most: 4 * longestLink, failure: "file-link-unknown", ms: BODY_MS });
    const link = parseFileLink(Buffer.from(body).toString("utf8").trim()) ?? fail("file-link-unknown");
    return { link, source: sources.get(link.source) ?? failAt(link.source, "file-source-off") };
  }

  /** What a link leads to, seen with the caller's own account. */
  async function look(
    { link, source }: Awaited<ReturnType<typeof readLink>>,
    session: string | undefined,
    request: RequestMeta,
  ) {
    const { token, account } = await grants.open(link.source, session, request);
    const ask = askAs(egress, source.vendor, token, request.signal);
    const find = () => grants.orForget(link.source, session, () => source.vendor.find(ask, link));
    return { token, account, found: await find(), find };
  }

  return {
    sources: async ({ caller }) => {
      const connected = await grants.list(caller.sessionId);
      return [...sources.keys()].map((key) => {
        const name = fileSourceNames[key];
        const grant = connected.get(key);
        const until = grant?.until.toISOString();
        return { source: key, name, connected: grant && until ? { account: grant.account, until } : null };
      });
    },
    disconnect: async ({ input, session }) => {
      await grants.forget(session.id, input.source);
      return {};
    },
    find: async ({ caller, body, request }) => {
      const { found } = await look(await readLink(body.bytes), caller.sessionId, request);
      if (found.kind === "file") return { kind: "file", file: presentFile(found.file) };
      return { ...found, files: found.files.map(presentFile) };
    },
    read: async ({ input, within, caller, body, request }) => {
      const { companyId, uploadId } = input;
      const session = caller.sessionId;
      const asked = await readLink(body.bytes);
      // Only when it is its turn: until then the file, and whether the caller may read it, can change.
      const { file, account, got } = await inTurn(
        companyId,
        async () => {
          const seen = await look(asked, session, request);
          if (seen.found.kind === "folder") return fail("linked-file-is-folder");
          const described = seen.found.file;
          const isStillThat = async () => {
            const again = await seen.find();
            return (
              again.kind === "file" && again.file.id === described.id && again.file.revision === described.revision
            );
          };
          const reading = { companyId, uploadId, token: seen.token, signal: request.signal, isStillThat };
          const read = () => readFile(deps, within, asked.source, described, reading);
          return {
            file: described,
            account: seen.account,
            got: await grants.orForget(asked.link.source, session, read),
          };
        },
        request.signal,
      );
      const origin = {
        source: file.sourceName,
        account,
        id: file.id,
        revision: file.revision,
        exportedAs: file.exportedAs,
        fileName: file.fileName,
        readAt: now().toISOString(),
        sha256: got.sha256.toString("hex"),
      };
      await within((tx) => noteOrigin(tx, companyId, uploadId, origin));
      const { size, sha256, unreadable = null } = got;
      return { file: presentFile(file), size, sha256: sha256.toString("hex"), unreadable };
    },
  };
}

function presentFile({ source, sourceName, link, fileName, size, mediaType, modifiedAt, exportedAs }: VendorFile) {
  const at = modifiedAt?.toISOString() ?? null;
  return { source, sourceName, link, fileName, size, mediaType, modifiedAt: at, exportedAs };
}
