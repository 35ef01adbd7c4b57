import { concat, fromUtf8 } from "../ledger/bytes.ts";
import type { HmacSha256 } from "../ledger/commitment.ts";
import type { Sha256 } from "../ledger/tree-hash.ts";
import type { VerifyEd25519 } from "../ledger/signed-note.ts";
import { folderOfBundle, isLeftBehind, isMark, isOurManifest } from "./bundle-marks.ts";
import { isSafePath, pathKey } from "./bundle-path.ts";
import type { Findings, Packing, Problem } from "./bundle-report.ts";
import { MANIFEST } from "./manifest.ts";

/** The cryptography of the engine that verifies. */
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
  /** Set where it could not be read to its end, and cannot be read again. */
  readonly isUnreadable?: boolean;
}

/** A bundle to read: a ZIP, or a folder. */
export interface BundleSource {
  readonly packing: Packing;
  /** Set where nothing can be read of what was, by its bytes, one of our bundles. */
  readonly isBroken?: boolean;
  /** What is wrong with the container itself. */
  readonly damage: readonly Pick<Problem, "path" | "sentence">[];
  /** Every file in it, hashed while it streams by; none is ever held whole. */
  files(): AsyncIterable<FoundFile>;
  /** The content of a file that `files` named. A chunk is the reader's only until it asks for the next. */
  read(path: string): AsyncIterable<Uint8Array>;
}

/** Within as many bytes a manifest has said what it is. */
const MANIFEST_BEGINNING = 64;
/** No line of the proofs is nearly as long. */
const LONGEST_LINE = 1 << 22;

/** A bundle whose files have been hashed once; gives out the content of the small ones. */
export class BundleContent {
  /** By their path in the bundle, whatever folder that lies in. */
  readonly found = new Map<string, FoundFile>();
  /** The one folder around all files; undefined where there is none. */
  readonly inFolder: string | undefined;
  /** Files that no bundle has and every system makes, by their name. */
  readonly passedOver: readonly string[];
  readonly #source: BundleSource;
  readonly #findings: Findings;

  private constructor(source: BundleSource, files: readonly FoundFile[], findings: Findings) {
    this.#source = source;
    this.#findings = findings;
    // As it was issued there is nothing in it that is not ours.
    const isPassed = ({ path }: FoundFile) => source.packing !== "issued" && isLeftBehind(path);
    this.passedOver = files.filter(isPassed).map(({ path }) => path);
    const own = files.filter((file) => !isPassed(file));
    const folder = folderOfBundle(own.map(({ path }) => path));
    this.inFolder = folder === "" ? undefined : folder.slice(0, -1);
    const keys = new Set<string>();
    for (const file of own) {
      if (file.path.startsWith(folder)) this.#take({ ...file, path: file.path.slice(folder.length) }, keys);
      else findings.add(file.path, "The file does not belong to the bundle: it lies outside of its folder.");
    }
  }

  #take(file: FoundFile, keys: Set<string>): void {
    if (!isSafePath(file.path)) this.#findings.add(file.path, "No file of a bundle has such a name.");
    else if (keys.has(pathKey(file.path))) this.#findings.add(file.path, "There are two files of this name.");
    else if (!file.isUnreadable) this.found.set(file.path, file);
    keys.add(pathKey(file.path));
    if (file.damage !== undefined) this.#findings.add(file.path, file.damage);
  }

  /** Reads every file once. What is wrong with the way they are stored goes to `findings`. */
  static async scan(source: BundleSource, findings: Findings): Promise<BundleContent> {
    for (const { path, sentence } of source.damage) findings.add(path, sentence);
    const files: FoundFile[] = [];
    for await (const file of source.files()) files.push(file);
    return new BundleContent(source, files, findings);
  }

  /** Whether nothing of it could be read, so that nothing can be missed in it either. */
  get isBroken(): boolean {
    return this.#source.isBroken === true;
  }

  /** Whether this is, or was, one of our bundles. */
  async isBundle(): Promise<boolean> {
    const damaged = this.#source.damage.flatMap(({ path }) => [path, path.slice(path.indexOf("/") + 1)]);
    if (this.#source.isBroken === true || [...this.found.keys(), ...damaged].some(isMark)) return true;
    if (!this.found.has(MANIFEST)) return false;
    for await (const chunk of this.#read(MANIFEST))
      return isOurManifest(String.fromCharCode(...chunk.subarray(0, MANIFEST_BEGINNING)));
    return false;
  }

  #read(path: string): AsyncIterable<Uint8Array> {
    return this.#source.read(this.inFolder === undefined ? path : `${this.inFolder}/${path}`);
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
    for await (const chunk of this.#read(path)) {
      if (at + chunk.length > bytes.length) break;
      bytes.set(chunk, at);
      at += chunk.length;
    }
    const text = at === bytes.length ? fromUtf8(bytes) : undefined;
    if (text === undefined) this.#findings.add(path, "The file is not text.");
    return text;
  }

  /** A file's bytes, in chunks of any size; {@link found} must name it. */
  bytes(path: string): AsyncIterable<Uint8Array> {
    return this.#read(path);
  }

  /** A file's lines, one at a time; undefined for one that is not text, too long, or not ended. */
  async *lines(path: string): AsyncGenerator<string | undefined> {
    let rest: Uint8Array = new Uint8Array();
    for await (const chunk of this.#read(path)) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        const own = chunk.subarray(from, end);
        yield fromUtf8(rest.length === 0 ? own : concat(rest, own));
        rest = new Uint8Array();
        from = end + 1;
      }
      rest = concat(rest, chunk.subarray(from));
      if (rest.length > LONGEST_LINE) break;
    }
    if (rest.length > 0) yield undefined;
  }
}
