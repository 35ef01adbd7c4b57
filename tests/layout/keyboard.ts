import type { Page } from "@playwright/test";

/** More than any page has: one that lets nobody out would be asked forever. */
const MOST_TURNS = 1_500;

interface Step {
  readonly mark: string;
  /** What stands there, where nothing shows that the keyboard is on it. */
  readonly unseen: string | undefined;
}

/**
 * What of the page the Tab key alone does not reach from its beginning, or reaches without showing that it is there. In groups that arrow
 * keys move in (tabs, menus, choices), one is reached for all.
 */
export async function missedByKeyboard(page: Page, address: string): Promise<string[]> {
  const names = await page.evaluate(markAll);
  const met = new Set<string>();
  const unseen: string[] = [];
  let before: string | undefined;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    await page.keyboard.press("Tab");
    const step = await page.evaluate(standsAt);
    // Once behind the last the browser itself has it, and then what is first.
    if (step === undefined) continue;
    // A day has a place for its month, its day and its year.
    if (step.mark === before) continue;
    if (met.has(step.mark)) break;
    before = step.mark;
    met.add(step.mark);
    if (step.unseen !== undefined) unseen.push(`${address}: nothing shows that the keyboard is on ${step.unseen}`);
  }
  const missed = Object.entries(names).flatMap(([mark, name]) =>
    met.has(mark) ? [] : [`${address}: the keyboard does not reach ${name}`],
  );
  return [...missed, ...unseen];
}

/** Marks everything on the page that can be pressed or filled, from its beginning; answers what each is. Runs in the page. */
function markAll(): Record<string, string> {
  (document.activeElement as HTMLElement | null)?.blur();
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  const all = (dialog ?? document).querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary, [tabindex='0'], [contenteditable=true]",
  );
  const names: Record<string, string> = {};
  const groups = new Set<string>();
  for (const [at, element] of [...all].entries()) {
    element.dataset["met"] = String(at);
    const isOff = element.matches(":disabled, [inert] *, [inert], [hidden], [tabindex='-1'], [type=hidden]");
    if (isOff || !element.checkVisibility({ visibilityProperty: true })) continue;
    // Of choices that belong together the keyboard is on one.
    const group = element.matches("[type=radio]") ? (element as HTMLInputElement).name : "";
    if (group !== "" && groups.has(group)) continue;
    if (group !== "") {
      groups.add(group);
      const chosen = document.querySelector(`[type=radio][name="${CSS.escape(group)}"]:checked`);
      if (chosen !== null && chosen !== element) continue;
    }
    names[String(at)] = element.outerHTML.slice(0, 160);
  }
  return names;
}

/** Where the keyboard is; undefined where it has left the page. Runs in the page. */
function standsAt(): Step | undefined {
  const element = document.activeElement as HTMLElement | null;
  if (element === null || element === document.body || element === document.documentElement) return undefined;
  element.dataset["met"] ??= `other ${document.querySelectorAll("[data-met^=other]").length}`;
  const drawsLine = (near: Element, part?: string) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(near, part);
    return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  };
  // A field may show it on what stands around it, and what leads to a whole row or card shows it there.
  const around = [element, element.parentElement, element.closest("label, li, tr"), element.nextElementSibling];
  const shown = around.some(
    (near) =>
      near !== null &&
      (drawsLine(near) ||
        drawsLine(near, "::after") ||
        drawsLine(near, "::before") ||
        getComputedStyle(near).boxShadow !== "none"),
  );
  return { mark: element.dataset["met"], unseen: shown ? undefined : element.outerHTML.slice(0, 160) };
}
