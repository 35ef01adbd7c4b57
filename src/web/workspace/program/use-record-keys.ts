import { useLayoutEffect } from "react";
import { offersAction, pressNewest } from "#web/design/toast-list.ts";
import { singleKeysOn } from "../shell/palette/single-keys.ts";
import type { RegisterRecord } from "./registers.ts";

interface Keys {
  readonly records: readonly RegisterRecord[];
  readonly openId: string | null;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  readonly onNew: (() => void) | undefined;
  readonly onEdit: (() => void) | undefined;
  readonly onPick: ((id: string) => void) | undefined;
}

/**
 * N adds, E edits the open record, X chooses the open or focused one, U undoes what was done last while its slip is there, as in a
 * review. J and K lead to the next and the previous record: the open one where a record is open, else the focused row. Here they come
 * before what the same keys do everywhere.
 */
export function useRecordKeys({ records, openId, previous, next, onNew, onEdit, onPick }: Keys) {
  useLayoutEffect(() => {
    const rowOf = (id: string) => document.getElementById(`record-${id}`);
    const focused = () => records.findIndex(({ id }) => rowOf(id)?.closest("tr")?.contains(document.activeElement));
    const focus = (at: number) => {
      const to = records[Math.max(0, Math.min(records.length - 1, at))];
      return to && (() => rowOf(to.id)?.focus());
    };
    function actOf(key: string): (() => unknown) | undefined {
      if (openId && key === "ArrowRight") return next;
      if (openId && key === "ArrowLeft") return previous;
      if (key === "j") return openId ? next : focus(focused() + 1);
      if (key === "k") return openId ? previous : focus(focused() - 1);
      if (!singleKeysOn()) return undefined;
      if (key === "n") return onNew;
      if (key === "e") return onEdit;
      if (key === "u" && offersAction()) return pressNewest;
      const id = openId ?? records[focused()]?.id;
      return key === "x" && id && onPick ? () => onPick(id) : undefined;
    }
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const at = event.target as HTMLElement;
      if (
        at.closest(
          "input:not([type=checkbox]), select, textarea, dialog, [contenteditable], [role=menu], [role=tablist]",
        )
      )
        return;
      if (document.querySelector("dialog[open]")) return;
      const act = actOf(event.key);
      if (!act) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [records, openId, previous, next, onNew, onEdit, onPick]);
}
