import { AppError } from "../app-error.ts";
import type { ReadReport } from "./messages.ts";
import type { Reading } from "./report-readers.ts";

/** A report at one of its bounds: it is kept as a file, and judges nothing. */
export type Unread = Extract<Reading, { readonly failure: "import-over-time" | "import-over-memory" }>;

/** What is filed of a report; refuses what cannot be read at all, of which nothing is kept. */
export function keptOf(reading: Reading): ReadReport | Unread {
  if (reading.ok) return reading.judged;
  if ("message" in reading) throw new AppError(reading.failure, { message: reading.message });
  return reading;
}
