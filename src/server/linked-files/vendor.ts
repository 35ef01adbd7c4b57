import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import { fileSourceNames } from "#domain/file-link.ts";
import type { FileLink, FileSourceKey } from "#domain/file-link.ts";
import { AppError } from "../app-error.ts";

/** A file as its provider describes it to the person who asks. */
export interface VendorFile {
  readonly source: FileSourceKey;
  /** Where it lies, as people call it. */
  readonly sourceName: string;
  /** A link to this file alone. */
  readonly link: string;
  /** What the provider calls it, and this state of its content. */
  readonly id: string;
  readonly revision: string | null;
  readonly fileName: string;
  /** Null where only the export will tell. */
  readonly size: number | null;
  readonly mediaType: string;
  readonly modifiedAt: Date | null;
  readonly exportedAs: "PDF" | null;
  /** The hash of its content, in hex, where the provider says it. */
  readonly sha256: string | null;
  readonly download: VendorRequest;
}

export type Found =
  | { readonly kind: "file"; readonly file: VendorFile }
  | { readonly kind: "folder"; readonly name: string; readonly files: readonly VendorFile[]; readonly isCut: boolean };

/** One request to a provider. Whether it carries the person's token is said, because some addresses must not see it. */
export interface VendorRequest {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly withToken: boolean;
}

/** An answer of a provider's API: the fields of its JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** Asks a provider as the person. Refuses with what the provider's own `failureOf` makes of an error. */
export type AskAsPerson = (request: VendorRequest) => Promise<Fields>;

/** How files are read at one provider. Every address is made here from the provider's own hosts. */
export interface FileVendor {
  readonly key: FileSourceKey;
  readonly authorizeUrl: URL;
  readonly tokenUrl: URL;
  /** What is asked for, separated by spaces, and the one of them without which nothing is read. */
  readonly scope: string;
  readonly needed: string;
  /** Parameters of the authorization request besides those of the flow. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The account, as its owner knows it; null where the provider does not say. */
  readonly accountOf: (ask: AskAsPerson) => Promise<string | null>;
  readonly find: (ask: AskAsPerson, link: FileLink) => Promise<Found>;
  /** What an answer that is no success means. */
  readonly failureOf: (status: number, fields: Fields) => FailureName;
}

/** A failure in the words of its source: the catalogue speaks of a provider. */
export function failAt(source: FileSourceKey, failure: FailureName, wait?: number): never {
  const message = failures[failure].message.replace(/\b(?:this|the) provider\b/i, fileSourceNames[source]);
  throw new AppError(failure, { message, ...(wait !== undefined && { retryAfterSeconds: wait }) });
}

/** What a provider calls a file, as a name that a file may have here. */
export function fileNameOf(name: unknown, ending = ""): string {
  const text = typeof name === "string" ? name.replace(/[\p{Cc}/\\]+/gu, " ").trim() : "";
  return (text || "Untitled").slice(0, 255 - ending.length) + ending;
}

export const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A whole number of bytes; Google writes it as text. */
export function sizeOf(value: unknown): number | null {
  const size = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(size) && (size as number) >= 0 ? (size as number) : null;
}

export function dateOf(value: unknown): Date | null {
  const date = typeof value === "string" ? new Date(value) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : null;
}

export const fieldsIn = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const listIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsIn) : []);
