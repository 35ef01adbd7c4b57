import { carryToasts } from "#web/design/toast-list.ts";

/**
 * Loads a page as a document: the public pages and the workspace are built apart. What was said on the way is said there. The promise stays
 * open, so that nothing more happens on this page.
 */
export function leaveFor(path: string, how: "assign" | "replace" = "assign"): Promise<never> {
  // At the last moment: what led away may say so after it has asked for the page.
  addEventListener("pagehide", carryToasts, { once: true });
  // Who comes back by the browser's memory of pages would see what was there before, and whose it was.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { once: true });
  location[how](path);
  return new Promise(() => {});
}
