import { maxPolicyFileBytes } from "#contract/policy-files.ts";
import { AppError, fail } from "../../app-error.ts";
import type { HandlersOf } from "../../endpoints/handler.ts";
import { byteBudget } from "../../reading/byte-budget.ts";
import { fairLanes } from "../../reading/fair-lanes.ts";
import type { ReportReaders } from "../../reading/report-readers.ts";
import { wholeBody } from "../../reading/whole-body.ts";
import { documentMaker, documentName, mediaTypes } from "./make-document.ts";
import { readVersionFacts } from "./version-facts.ts";

export interface PolicyFileDeps {
  readonly readers: ReportReaders;
  /** How long a document may take to arrive, in milliseconds. */
  readonly bodyMs?: number;
}

/** Documents that arrive or wait to be read: one of each company, and 100 MB of all that arrived. */
const arriving = { atOnce: 1_000, perLane: 1, waitingPerLane: 10 };
const HELD_BYTES = 100 * 1024 * 1024;
/** Those that are read at once: who still sends holds no place of these. */
const reading = { atOnce: 2, perLane: 1, waitingPerLane: 10 };
/** 256 kbit a second: slower ones are refused after 5 seconds. */
const pace = { bytes: 160 * 1024, ms: 5_000 };
/** Documents in and out of policies. A reader apart from everything else takes what people bring apart; nothing of it is kept. */
export function policyFileHandlers({
  readers,
  bodyMs = 60_000,
}: PolicyFileDeps): Pick<HandlersOf<"policies">, "readFile" | "file"> {
  const [arrive, inTurn, held] = [fairLanes(arriving), fairLanes(reading), byteBudget(HELD_BYTES)];
  const make = documentMaker();
  return {
    readFile: async ({ input: { fileName }, caller, body, request }) => {
      if ((body.declaredBytes ?? 0) > maxPolicyFileBytes) return fail("policy-file-large");
      const bounds = { most: maxPolicyFileBytes, failure: "policy-file-large", ms: bodyMs, pace } as const;
      const read = () =>
        held(body.bytes, async (chunks) => {
          const bytes = await wholeBody(chunks, bounds);
          const readNow = () => readers.readPolicy(caller.companyId, fileName, bytes, request.signal);
          return await inTurn(caller.companyId, readNow, request.signal);
        });
      const answer = await arrive(caller.companyId, read, request.signal).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "imports-waiting") return fail("policy-file-busy", error);
        throw error;
      });
      if (answer === "beyond") return fail("policy-file-bounds");
      if (!answer.ok) return fail(answer.refusal);
      return { ...answer.file, lost: [...answer.file.lost] };
    },
    file: async ({ input: { versionId, format }, caller, within, request }) => {
      const { version, text } = await within((tx) => readVersionFacts(tx, caller.companyId, versionId));
      const bytes = await make(caller.companyId, { version, text, format }, request.signal);
      return {
        fileName: documentName(version.title, version.number, format),
        mediaType: mediaTypes[format],
        size: bytes.length,
        bytes: inOne(bytes),
      };
    },
  };
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
