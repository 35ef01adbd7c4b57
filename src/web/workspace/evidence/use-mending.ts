import { useQueryClient } from "@tanstack/react-query";
import { client } from "#web/api.ts";
import { AppError, showError } from "#web/app-error.ts";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../company-context.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { EvidenceItem } from "./evidence.ts";

export type Mended = Pick<EvidenceItem, "id" | "exhibit">;

/** From so many items on the work is shown as it goes. */
const SHOWN_FROM = 6;
/** How long a withdrawal can be undone where it was made. */
const UNDO_MS = 12_000;

/** Withdrawing and restoring, one item after the other, because each has an entry of its own in the ledger; both can be undone. */
export function useMending() {
  const { company } = useWorkspace();
  const queries = useQueryClient();

  async function eachOf(items: readonly Mended[], words: string, change: (evidenceId: string) => Promise<unknown>) {
    const slip = items.length >= SHOWN_FROM ? toast.work(words) : undefined;
    const done: Mended[] = [];
    let failed: unknown;
    for (const item of items) {
      slip?.step(`${done.length} of ${items.length}`, done.length, items.length);
      try {
        await change(item.id);
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

  async function withdraw(items: readonly Mended[], reason: string) {
    const { done, failed, left } = await eachOf(items, `Withdrawing ${names(items)}`, (evidenceId) =>
      client.evidence.withdraw({ companyId: company.id, evidenceId, reason }),
    );
    if (left > 0) showError(failed, `${left} of ${items.length} items could not be withdrawn`);
    if (done.length > 0)
      toast.success(`${names(done)} withdrawn`, {
        lasts: UNDO_MS,
        action: { label: "Undo", onPress: () => void restore(done) },
      });
  }

  async function restore(items: readonly Mended[]) {
    const { done, failed, left } = await eachOf(items, `Restoring ${names(items)}`, (evidenceId) =>
      client.evidence.restore({ companyId: company.id, evidenceId }),
    );
    if (left > 0) showError(failed, `${left} of ${items.length} items could not be restored`);
    if (done.length > 0) toast.success(`${names(done)} restored`);
  }

  return { withdraw, restore, names };
}
