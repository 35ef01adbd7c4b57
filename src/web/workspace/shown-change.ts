import type { QueryKey } from "@tanstack/react-query";
import { queryClient } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { toast } from "#web/design/toast-list.ts";

interface ShownChange {
  /** The answers that show it: all that begin with this key. */
  readonly within: QueryKey;
  /** Changes what is shown. */
  readonly show: () => void;
  readonly send: () => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
  /** What is said once the server has it, and what where it refuses. */
  readonly done: string;
  readonly failed: string;
}

/**
 * Shows a change before the server has it. Where the server refuses, what was shown before is back, with the reason; otherwise
 * it is said, and can be undone.
 */
export async function changeShown({ within, show, send, undo, done, failed }: ShownChange): Promise<void> {
  // An answer that is under way would bring back what was before.
  await queryClient.cancelQueries({ queryKey: within });
  const before = queryClient.getQueriesData({ queryKey: within });
  show();
  try {
    await send();
    toast.success(done, { action: { label: "Undo", onPress: () => void takeBack(within, undo, failed) } });
  } catch (error) {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
    showError(error, failed);
  }
  await queryClient.invalidateQueries({ queryKey: within });
}

async function takeBack(within: QueryKey, undo: () => Promise<unknown>, failed: string): Promise<void> {
  try {
    await undo();
    toast.success("Undone");
  } catch (error) {
    showError(error, failed);
  }
  await queryClient.invalidateQueries({ queryKey: within });
}
