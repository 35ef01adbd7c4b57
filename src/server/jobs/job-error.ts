import { AppError } from "../app-error.ts";

/**
 * What the table of jobs keeps of an error: the name of a failure, or the code of the system or library that threw. Never its message,
 * which may hold an address or a secret.
 */
export function codeOfError(error: unknown): string {
  if (error instanceof AppError) return error.failure;
  if (!(error instanceof Error)) return "unknown";
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  const parts = [code, responseCode].filter((part) => typeof part === "string" || typeof part === "number");
  const text = (parts.length > 0 ? parts.join(" ") : error.name).replaceAll(/[^A-Za-z0-9 _.:-]/g, "").slice(0, 80);
  return text || "unknown";
}
