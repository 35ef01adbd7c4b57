import { concat, fromUtf8 } from "../ledger/bytes.ts";
import type { HmacSha256 } from "../ledger/commitment.ts";
import type { Sha256 } from "../ledger/tree-hash.ts";
import type { VerifyEd25519 } from "../ledger/signed-note.ts";
import { isSafePath, pathKey } from "./bundle-path.ts";
import type { Findings, Problem } from "./bundle-report.ts";

/** The cryptography of whoever verifies. */
export interface Cryptography {
  readonly sha256: Sha256;
  readonly hmacSha256: HmacSha256;
  readonly verifyEd25519: VerifyEd25519;
}

/** A file as it was found. */
export interface FoundFile {
  readonly path: string;
  readonly size: number;
  /** 32 bytes. */
  readonly sha256: Uint8Array;
  /** What is wrong with how it is stored, in a sentence. */
  readonly damage?: string;
}

/** A bundle to read: a ZIP, or a folder. */
export interface BundleSource {
  /** What is wrong with the container itself. */
  readonly damage: readonly Pick<Problem, "path" | "sentence">[];
  /** Every file in it, hashed while it streams by; none is ever held whole. */
  files(): AsyncIterable<FoundFile>;
  /** The content of a file that `files` named. A chunk is the reader's only until it asks for the next. */
  read(path: string): AsyncIterable<Uint8Array>;
}

/** No line of the proofs is nearly as long. */
const LONGEST_LINE = 1 << 22;

/** A bundle whose files have been hashed once; gives out the content of the small ones. */
export class BundleContent {
  readonly found = new Map<string, FoundFile>();
  readonly #source: BundleSource;
  readonly #findings: Findings;

  private constructor(source: BundleSource, findings: Findings) {
    this.#source = source;
    this.#findings = findings;
  }

  /** Reads every file once. What is wrong with the way they are stored goes to `findings`. */
  static async scan(source: BundleSource, findings: Findings): Promise<BundleContent> {
    const content = new BundleContent(source, findings);
    const keys = new Set<string>();
    for (const { path, sentence } of source.damage) findings.add(path, sentence);
    for await (const file of source.files()) {
      if (!isSafePath(file.path)) findings.add(file.path, "No file of a bundle has such a name.");
      else if (keys.has(pathKey(file.path))) findings.add(file.path, "There are two files of this name.");
      else content.found.set(file.path, file);
      keys.add(pathKey(file.path));
      if (file.damage !== undefined) findings.add(file.path, file.damage);
    }
    return content;
  }

  /** A file's text; undefined, with a finding, when it is missing, not UTF-8, or larger than `limit` bytes. */
  async text(path: string, limit: number): Promise<string | undefined> {
    const file = this.found.get(path);
    if (!file) {
      this.#findings.add(path, "The file is missing.");
      return undefined;
    }
    if (file.size > limit) {
      this.#findings.add(path, `The file has ${file.size} bytes, far more than such a file can have.`);
      return undefined;
    }
    const bytes = new Uint8Array(file.size);
    let at = 0;
    for await (const chunk of this.#source.read(path)) {
      if (at + chunk.length > bytes.length) break;
      bytes.set(chunk, at);
      at += chunk.length;
    }
    const text = at === bytes.length ? fromUtf8(bytes) : undefined;
    if (text === undefined) this.#findings.add(path, "The file is not text.");
    return text;
  }

  /** A file's lines, one at a time; undefined for one that is not text, too long, or not ended. */
  async *lines(path: string): AsyncGenerator<string | undefined> {
    let rest: Uint8Array = new Uint8Array();
    for await (const chunk of this.#source.read(path)) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        yield fromUtf8(concat(rest, chunk.subarray(from, end)));
        rest = new Uint8Array();
        from = end + 1;
      }
      rest = concat(rest, chunk.subarray(from));
      if (rest.length > LONGEST_LINE) break;
    }
    if (rest.length > 0) yield undefined;
  }
}
