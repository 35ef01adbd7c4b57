import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { controlOfCheck, resultValidForDays } from "#catalog/index.ts";
import { readReport } from "#connectors/importers.ts";
import type { FileResult } from "#connectors/importers.ts";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import type { Finding } from "#domain/finding.ts";
import type { ImportFormat } from "#domain/import-format.ts";
import type { PartVerdict } from "#domain/verdict.ts";
import { judgeRead } from "#judge/report.ts";

const DAY = 24 * 60 * 60 * 1000;
/** What a packed report may unpack to. A report of a whole fleet is some tens of megabytes. */
const MOST_UNPACKED = 256 * 1024 * 1024;
const PIECE = 256 * 1024;

/** A finding with the checks of the library that it speaks to. */
export type JudgedFinding = Finding & { readonly checkIds: readonly string[] };

/** A report that was read and judged: pure work, the same every time it is done over. */
export interface JudgedReport {
  readonly format: ImportFormat;
  readonly formatName: string;
  readonly tool: string;
  /**
   * Tool and what it looked at: a newer result takes the place of an older one of the same source, never of another repository,
   * account or host. A report of which nobody knows what it looked at is a source of its own, by its bytes.
   */
  readonly source: string;
  readonly observedAt: Date;
  readonly findings: readonly JudgedFinding[];
  readonly verdicts: readonly (PartVerdict & { readonly validUntil: Date })[];
  /** Controls that the report decides something about; it is filed under these, and may be under none. */
  readonly controls: readonly string[];
  /** What else the file holds, counted in the format's own words. */
  readonly counted: Readonly<Record<string, number>>;
}

/** What came of a file: judged, or the sentence that says why it was refused. */
export type Judgement =
  | { readonly ok: true; readonly judged: JudgedReport }
  | {
      readonly ok: false;
      readonly failure: "import-not-recognised" | "import-damaged" | "import-needs-mapping" | "import-too-much";
      readonly message: string;
    };

const FAILURES = {
  "not-recognised": "import-not-recognised",
  malformed: "import-damaged",
  "needs-mapping": "import-needs-mapping",
  "too-many-findings": "import-too-much",
} as const;

/**
 * Reads and judges the bytes of a report, packed with gzip or not; a CSV file by its mapping. `target` is what the report looked
 * at, as its pipeline proved or its sender said; without it the report itself has to say so, or it passes nothing.
 */
export function judgeFile(bytes: Uint8Array, receivedAt: Date, mapping?: CsvMapping, target = ""): Judgement {
  const read = readBytes(bytes, mapping);
  if (!read.ok) return { ok: false, failure: FAILURES[read.refusal.code], message: read.refusal.message };
  const { importer, report } = read;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { sets, source, observedAt, verdicts: said } = judgeRead(read, { receivedAt, target, sha256 });
  const setsOfTool = Map.groupBy(sets, (set) => set.tool);
  const verdicts = said.map((verdict) => ({
    ...verdict,
    validUntil: new Date(observedAt.getTime() + resultValidForDays(controlOfCheck(verdict.checkId)) * DAY),
  }));
  const decided = verdicts.filter((verdict) => verdict.outcome !== "not applicable");
  return {
    ok: true,
    judged: {
      format: importer.id,
      formatName: importer.name,
      tool: report.tool,
      source,
      observedAt,
      findings: report.findings.map((finding) => ({
        ...finding,
        checkIds: (setsOfTool.get(finding.tool.toLowerCase()) ?? [])
          .filter((set) => set.matches(finding))
          .map((set) => set.checkId)
          .filter((id, place, all) => all.indexOf(id) === place),
      })),
      verdicts,
      controls: [...new Set(decided.map((verdict) => controlOfCheck(verdict.checkId).id))].sort(),
      counted: report.counted ?? {},
    },
  };
}

function readBytes(bytes: Uint8Array, mapping: CsvMapping | undefined): FileResult {
  const refused = (code: "malformed" | "too-many-findings", message: string): FileResult => ({
    ok: false,
    refusal: { code, message },
  });
  let plain = bytes;
  if (isPacked(bytes)) {
    try {
      plain = gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED });
    } catch (error) {
      const tooMuch = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
      return tooMuch
        ? refused("too-many-findings", "This file unpacks to more than 256 MB. Split the report.")
        : refused("malformed", "This file is packed with gzip and cannot be unpacked. It may have been cut off.");
    }
  }
  // Spreadsheets write other encodings still, and half a character would be read as another text.
  if (mapping && !isUtf8(plain))
    return refused("malformed", "This CSV file is not written in UTF-8. Save it as UTF-8.");
  return readReport(piecesOf(plain), mapping);
}

function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function* piecesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length; from += PIECE)
    yield decoder.decode(bytes.subarray(from, from + PIECE), { stream: true });
  yield decoder.decode();
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
