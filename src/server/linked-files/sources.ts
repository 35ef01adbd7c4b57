import { fileSourceKeys } from "#domain/file-link.ts";
import type { FileSourceKey } from "#domain/file-link.ts";
import { AppError } from "../app-error.ts";
import { fieldsOf } from "../connections/credentials/ask-vendor.ts";
import type { Egress } from "../outbound/egress.ts";
import { dropbox } from "./dropbox.ts";
import { googleDrive } from "./google-drive.ts";
import { oneDrive } from "./onedrive.ts";
import { failAt } from "./vendor.ts";
import type { AskAsPerson, FileVendor, VendorRequest } from "./vendor.ts";

/** What the operator was given when they registered this Exhibit with a provider. */
export interface FileSourceRegistration {
  readonly clientId: string;
  readonly clientSecret: string;
  /** One origin that stands in for all hosts of the provider; for tests. */
  readonly at?: string | undefined;
}

export type FileSourceRegistrations = Readonly<Partial<Record<FileSourceKey, FileSourceRegistration>>>;

/** A source that is set up here. */
export interface FileSource {
  readonly vendor: FileVendor;
  readonly registration: FileSourceRegistration;
}

export type FileSources = ReadonlyMap<FileSourceKey, FileSource>;

const vendors = { "google-drive": googleDrive, onedrive: oneDrive, dropbox };

/** The sources whose registration is given. */
export function openFileSources(registrations: FileSourceRegistrations): FileSources {
  const sources = new Map<FileSourceKey, FileSource>();
  for (const key of fileSourceKeys) {
    const registration = registrations[key];
    if (!registration) continue;
    const vendor = vendors[key]((host) => registration.at ?? `https://${host}`);
    sources.set(key, { vendor, registration });
  }
  return sources;
}

const LIMITS = { connectMs: 5_000, totalMs: 15_000, mostBytes: 2 * 1024 * 1024 };

/** Asks a provider with a person's token, through the guarded way out. */
export function askAs(
  egress: Pick<Egress, "line">,
  vendor: FileVendor,
  token: string,
  signal?: AbortSignal,
): AskAsPerson {
  return async (request) => {
    const line = egress.line(LIMITS);
    try {
      const body = request.body === undefined ? undefined : Buffer.from(request.body);
      const { url, method } = request;
      const answer = await line.send({ url, method, headers: headersOf(request, token), body, signal });
      const fields = fieldsOf(Buffer.from(answer.body).toString("utf8"));
      if (answer.status >= 200 && answer.status < 300) return fields;
      return failAt(vendor.key, vendor.failureOf(answer.status, fields), waitOf(answer.headers));
    } catch (error) {
      if (error instanceof AppError || signal?.aborted) throw error;
      return failAt(vendor.key, "file-source-unreachable");
    } finally {
      line.close();
    }
  };
}

export function headersOf({ headers, withToken }: VendorRequest, token: string): Record<string, string> {
  const common = { accept: "*/*", "user-agent": "Exhibit", ...headers };
  return withToken ? { ...common, authorization: `Bearer ${token}` } : common;
}

/** How long the provider asks to be left alone, ten minutes at most. */
export function waitOf(headers: Readonly<Record<string, string>>): number | undefined {
  const seconds = Number(headers["retry-after"]);
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, 600) : undefined;
}
