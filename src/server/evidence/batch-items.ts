import { createHash } from "node:crypto";
import { findControl } from "#catalog/index.ts";
import type { FailureName } from "#contract/failures.ts";
import { failures, wireCode } from "#contract/failures.ts";
import { unreadableKind } from "#domain/file-signature.ts";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { AppError } from "../app-error.ts";

type SentItem = z.output<typeof contract.evidence.fileMany.input>["items"][number];

/** An item of a batch, its bytes decoded. */
export interface BatchItem {
  readonly content: Buffer;
  /** What it is filed with. */
  readonly said: Pick<SentItem, "name" | "fileName" | "type" | "controls"> & {
    readonly idempotencyKey: string | null;
    readonly matterId: string | null;
    readonly supersedes: string | null;
  };
}

/** What hinders items of a batch, by their places in it from 0. */
export type Hindered = ReadonlyMap<number, FailureName>;

/** Refuses a batch for what hinders some of its items, each named with its place, its code and its sentence. */
export function refuseBatch(hindered: Hindered): void {
  if (hindered.size === 0) return;
  const items = [...hindered]
    .toSorted(([a], [b]) => a - b)
    .map(([item, failure]) => ({ item, code: wireCode(failure), message: failures[failure].message }));
  throw new AppError("batch-refused", { data: { items } });
}

/**
 * Decodes the items of a batch. Without keys of their own they have the request's, followed by their place: no header holds a space,
 * so that nobody else sends such a key. Refuses `batch-refused` for what the items themselves show.
 */
export function readBatch(sent: readonly SentItem[], requestKey: string | null): BatchItem[] {
  const hindered = new Map<number, FailureName>();
  const seen = { keys: new Set<string>(), superseded: new Set<string>() };
  const items = sent.map((item, place) => {
    const content = Buffer.from(item.content, "base64");
    const ownKey = item.key ?? (requestKey === null ? null : `${requestKey} ${place}`);
    const failure = failureOf(item, content) ?? twice(item, ownKey, seen);
    if (failure) hindered.set(place, failure);
    const { name, fileName, type, controls, matter: matterId = null, supersedes = null } = item;
    return { content, said: { name, fileName, type, controls, idempotencyKey: ownKey, matterId, supersedes } };
  });
  refuseBatch(hindered);
  return items;
}

function failureOf(item: SentItem, content: Buffer): FailureName | undefined {
  if (content.toString("base64") !== item.content) return "content-not-base64";
  if (content.length === 0) return "file-empty";
  if (item.controls.some((id) => !findControl(id))) return "unknown-control";
  if (item.sha256 !== undefined && createHash("sha256").update(content).digest("hex") !== item.sha256)
    return "upload-differs";
  const kind = item.fileAnyway ? undefined : unreadableKind(content);
  if (kind !== undefined) return kind === "program" ? "file-is-program" : "file-is-archive";
  return undefined;
}

function twice(
  { matter = "", supersedes }: SentItem,
  ownKey: string | null,
  seen: { keys: Set<string>; superseded: Set<string> },
): FailureName | undefined {
  if (ownKey !== null && isAgain(seen.keys, `${matter} ${ownKey}`)) return "idempotency-key-twice";
  if (supersedes !== undefined && isAgain(seen.superseded, supersedes)) return "already-superseded";
  return undefined;
}

function isAgain(all: Set<string>, text: string): boolean {
  if (all.has(text)) return true;
  all.add(text);
  return false;
}
