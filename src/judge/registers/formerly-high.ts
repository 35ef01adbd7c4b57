import { instant, text } from "#domain/judge/shapes.ts";
import type { VendorScope } from "#domain/registers/former-rating.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { countsAlone } from "#domain/alone.ts";
import { each, holding, is } from "../fields.ts";
import { aloneUntil } from "./alone.ts";
import { isUnknown, passes, some, textOf } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const SAID_DAYS = 365;

/** Reads what a snapshot says beside its vendors. */
const vendorScope = holding({ formerlyHigh: each(holding({ vendorId: is(text), until: is(instant) })) });

/** A vendor of these by its record, and when its high rating was taken away last. */
interface Former {
  readonly row: SnapshotRow;
  readonly until: Date;
}

/** The vendors that were rated high until one person rated them lower or ended them; or why that cannot be read. */
export function readFormerlyHigh({ register, vendors: scope }: RegisterInputs): readonly Former[] | string {
  if (vendorScope(scope, "") !== undefined) return "What was sealed of vendors cannot be read.";
  const rows = new Map(register("vendors").rows.map((row) => [row.id, row]));
  const said = (scope as VendorScope).formerlyHigh;
  const former = said.flatMap(({ vendorId, until }) => {
    const row = rows.get(vendorId);
    return row ? { row, until: new Date(until) } : [];
  });
  return former.length < said.length ? "What was sealed of vendors is not about those that are listed." : former;
}

/**
 * A pass over vendors that are rated high, where others were until one person rated them lower or ended them: it asks for a report of these
 * as well, until another person has confirmed the register since. Where nobody else could, it says so.
 */
export function withFormerlyHigh(
  verdict: RegisterVerdict,
  former: readonly Former[],
  { anotherSince, now }: RegisterInputs,
  reviewedUntil: (vendorId: string) => Date | undefined,
): RegisterVerdict {
  const asked = former.filter(({ row }) => row.state !== "open" || textOf(row, "rating") !== "high");
  const reviewed = asked.flatMap(({ row }) => reviewedUntil(row.id) ?? []);
  const left = asked.filter(({ row }) => reviewedUntil(row.id) === undefined);
  const numbers = (own: typeof asked) => some(own.map(({ row }) => `VEN-${row.number}`));
  const them = left.length === 1 ? "it" : "them";
  const alone = aloneUntil(anotherSince, "managers");
  if (left.length > 0 && !countsAlone(alone, now))
    return isUnknown(
      `Rated high until one person rated ${them} lower or ended ${them}: ${numbers(left)}. Another owner or admin, whose email address somebody else confirmed, confirms Vendors to let that count.`,
    );
  const since = now.getTime() - SAID_DAYS * 86_400_000;
  const said = left.filter(({ until }) => since < until.getTime());
  return passes(
    `${verdict.reason}${said.length > 0 ? ` Rated lower or ended, and confirmed by the only person who may confirm: ${numbers(said)}.` : ""}`,
    [verdict.until, ...reviewed, ...(left.length > 0 ? [alone ?? null] : [])],
  );
}
