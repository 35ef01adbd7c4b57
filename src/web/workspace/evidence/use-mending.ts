import { useQueryClient } from "@tanstack/react-query";
import { client } from "#web/api.ts";
import { AppError, showError } from "#web/app-error.ts";
import { dismiss, toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../company-context.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { EvidenceItem } from "./evidence.ts";

export type Mended = Pick<EvidenceItem, "id" | "exhibit">;

/** The controls that an item is added to and removed from. */
export interface ControlChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Why it is removed; empty where it is not. */
  readonly reason: string;
}

/** From so many items on the work is shown as it goes. */
const SHOWN_FROM = 6;
/** How long a change can be undone where it was made. */
const UNDO_MS = 12_000;

/** The slip that offers to restore an item, by item. */
const offered = new Map<string, number>();

/** Nothing brings an erased file back, so nothing offers to. */
export function forgetUndo(itemId: string) {
  const slip = offered.get(itemId);
  if (slip !== undefined) dismiss(slip);
}

/** Mending what was filed, one item after the other, because each has an entry of its own in the ledger; all of it can be undone. */
export function useMending() {
  const { company } = useWorkspace();
  const queries = useQueryClient();

  async function eachOf<T extends Mended>(
    items: readonly T[],
    words: string,
    change: (item: T) => Promise<unknown>,
  ): Promise<{ done: readonly T[]; failed: unknown; left: number }> {
    const slip = items.length >= SHOWN_FROM ? toast.work(words) : undefined;
    const done: T[] = [];
    let failed: unknown;
    for (const item of items) {
      slip?.step(`${done.length} of ${items.length}`, done.length, items.length);
      try {
        await change(item);
        done.push(item);
      } catch (error) {
        failed = error;
        // What keeps one item back says nothing of the next; what keeps all of them back is told once.
        if (!(error instanceof AppError) || error.status >= 500) break;
      }
    }
    slip?.end();
    await queries.invalidateQueries();
    return { done, failed, left: items.length - done.length };
  }

  const names = (items: readonly Mended[]) =>
    items.length === 1 ? spokenNumber(items[0]!.exhibit) : `${items.length} items`;

  /** Answers the items that were withdrawn; `quiet` where the page itself offers the way back. */
  async function withdraw(
    items: readonly Mended[],
    reason: string,
    { quiet = false } = {},
  ): Promise<readonly Mended[]> {
    const { done, failed, left } = await eachOf(items, `Withdrawing ${names(items)}`, ({ id }) =>
      client.evidence.withdraw({ companyId: company.id, evidenceId: id, reason }),
    );
    if (left > 0) showError(failed, `${left} of ${items.length} items could not be withdrawn`);
    if (done.length > 0 && !quiet) {
      const slip = toast.success(`${names(done)} withdrawn`, {
        lasts: UNDO_MS,
        action: { label: "Undo", onPress: () => void restore(done) },
      });
      for (const { id } of done) offered.set(id, slip);
    }
    return done;
  }

  async function restore(items: readonly Mended[]) {
    const { done, failed, left } = await eachOf(items, `Restoring ${names(items)}`, ({ id }) =>
      client.evidence.restore({ companyId: company.id, evidenceId: id }),
    );
    if (left > 0) showError(failed, `${left} of ${items.length} items could not be restored`);
    if (done.length > 0) toast.success(`${names(done)} restored`);
  }

  /** Renames an item; throws what the server refuses, for the form to show. */
  async function rename(item: Mended & { readonly name: string }, name: string) {
    await giveName(item, name);
    if (name === item.name) return;
    const undo = () =>
      giveName(item, item.name).then(
        () => toast.success(`${names([item])} has its old name again`),
        (error: unknown) => showError(error, "The old name could not be restored"),
      );
    toast.success(`${names([item])} renamed`, {
      lasts: UNDO_MS,
      action: { label: "Undo", onPress: () => void undo() },
    });
  }

  async function giveName({ id }: Mended, name: string) {
    await client.evidence.rename({ companyId: company.id, evidenceId: id, name });
    await queries.invalidateQueries();
  }

  /** Files items under further controls and removes them from others; each hears only of what is new for it. */
  async function refile(items: readonly Mended[], change: ControlChange) {
    const undone = await changeControls(items, () => change);
    if (undone.length === 0) return;
    toast.success(`Controls of ${names(undone)} changed`, {
      lasts: UNDO_MS,
      action: { label: "Undo", onPress: () => void takeBack(undone) },
    });
  }

  async function takeBack(items: readonly Undone[]) {
    const done = await changeControls(items, ({ undo }) => undo);
    if (done.length > 0) toast.success(`Controls of ${names(done)} are as before`);
  }

  /** Answers the items that changed, each with what takes its change back. */
  async function changeControls<T extends Mended>(items: readonly T[], changeOf: (item: T) => ControlChange) {
    const changed: Undone[] = [];
    const { failed, left } = await eachOf(items, `Changing controls of ${names(items)}`, async (item) => {
      const { add, remove, reason } = changeOf(item);
      const input = { companyId: company.id, evidenceId: item.id, add: [...add], remove: [...remove], reason };
      const { added, removed } = await client.evidence.refile(input);
      const reversed = { add: removed, remove: added, reason: added.length > 0 ? "Change of controls undone" : "" };
      if (added.length + removed.length > 0) changed.push({ id: item.id, exhibit: item.exhibit, undo: reversed });
    });
    if (left > 0) showError(failed, `Controls of ${left} of ${items.length} items could not be changed`);
    return changed;
  }

  return { withdraw, restore, rename, refile, names };
}

type Undone = Mended & { readonly undo: ControlChange };
