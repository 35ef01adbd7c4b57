import { canonicalJson, parseCanonicalJson } from "./canonical-json.ts";

/** The kind of entry by which a ledger declares that the one before it is lost. */
export const LOSS_ACCEPTED = "ledger.lossAccepted";

/** What such an entry commits to. */
export interface DeclaredLoss {
  /** The id of who did it; installations have one, too. */
  readonly by: string;
  readonly oldOrigin: string;
  /** Of the ledger that began then. */
  readonly origin: string;
  /** The last signed checkpoint of the old ledger that was known, its root in base64; undefined where none was. */
  readonly last: { readonly size: number; readonly root: string; readonly note: string } | undefined;
  readonly reason: string;
  /** Who accepted it, by name. */
  readonly person: string;
}

/** The one text of a declaration: canonical JSON. */
export function formatDeclaredLoss({ by, oldOrigin, origin, last, reason, person }: DeclaredLoss): string {
  return canonicalJson({
    by,
    event: LOSS_ACCEPTED,
    lastNote: last?.note ?? null,
    lastRoot: last?.root ?? null,
    lastSize: last?.size ?? null,
    oldOrigin,
    origin,
    person,
    reason,
    subject: origin,
  });
}

/** Undefined for a text that {@link formatDeclaredLoss} does not write, or that names no person and no reason. */
export function parseDeclaredLoss(text: string): DeclaredLoss | undefined {
  const value = parseCanonicalJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { by, lastNote, lastRoot, lastSize, oldOrigin, origin, person, reason } = value as Readonly<
    Record<string, unknown>
  >;
  if (![by, oldOrigin, origin, person, reason].every((item) => typeof item === "string" && item !== ""))
    return undefined;
  const isKnown = typeof lastNote === "string" && typeof lastRoot === "string" && typeof lastSize === "number";
  const last = isKnown ? { size: lastSize, root: lastRoot, note: lastNote } : undefined;
  const loss = { by, oldOrigin, origin, last, reason, person } as DeclaredLoss;
  return formatDeclaredLoss(loss) === text ? loss : undefined;
}
