/** What is wrong with how a page is laid out; a sentence each. Runs in the page, and uses nothing from outside itself. */
export function findFaults(): string[] {
  const width = document.documentElement.clientWidth;
  const faults: string[] = [];
  const top = [...document.querySelectorAll<HTMLElement>(":is(dialog:modal, dialog:popover-open)")].at(-1);
  const root: Element = top ?? document.body;

  const nameOf = (element: Element): string => {
    const classes = typeof element.className === "string" ? element.className.trim().split(/\s+/).filter(Boolean) : [];
    const parent = element.parentElement?.className;
    const within = typeof parent === "string" && parent ? ` in .${parent.split(/\s+/)[0]}` : "";
    const text = (element.textContent ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 32);
    return `${element.tagName.toLowerCase()}${classes.map((className) => `.${className}`).join("")}${within} “${text}”`;
  };
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const scrollsOnPurpose = (element: Element) =>
    Boolean(element.closest<HTMLElement>("[data-scrolls]")?.dataset["scrolls"]);
  const within = new Map<Element, boolean>();
  /** Whether it and all that it stands in is there for everybody. Asked once of each: a page of a thousand rows has one body. */
  const standsForAll = (element: Element): boolean => {
    const known = within.get(element);
    if (known !== undefined) return known;
    const forScreenReaders =
      styleOf(element).clipPath === "inset(50%)" ||
      element.matches(".skip-link, [inert], [aria-hidden=true]:has(input)");
    const answer = !forScreenReaders && (element.parentElement === null || standsForAll(element.parentElement));
    within.set(element, answer);
    return answer;
  };
  const shown = new Map<Element, boolean>();
  /** Not what is there for a screen reader alone. */
  const isShown = (element: Element): boolean => {
    const answer =
      shown.get(element) ??
      (element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && standsForAll(element));
    shown.set(element, answer);
    return answer;
  };
  /** What is seen of a box now: nothing of what an ancestor cuts off. `ever`: what scrolling up and down shows is seen, too. */
  const seenOf = (element: Element | null, box: DOMRect, ever = false) => {
    let isReached = false;
    let { left, right, top: upper, bottom: lower } = box;
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = styleOf(at);
      if (overflowX !== "visible" || overflowY !== "visible") {
        const bounds = at.getBoundingClientRect();
        if (overflowX !== "visible") {
          left = Math.max(left, bounds.left);
          right = Math.min(right, bounds.right);
        }
        if (ever && (overflowY === "auto" || overflowY === "scroll")) isReached = true;
        else if (overflowY !== "visible" && !isReached) {
          upper = Math.max(upper, bounds.top);
          lower = Math.min(lower, bounds.bottom);
        }
      }
      if (position === "fixed") break;
    }
    return { left, right, top: upper, bottom: lower };
  };

  if (document.documentElement.scrollWidth > width) {
    const wide = [...document.body.querySelectorAll("*")].filter(
      (item) => item.getBoundingClientRect().right > width + 1 && !scrollsOnPurpose(item) && isShown(item),
    );
    const deepest = wide.filter((item) => !wide.some((other) => other !== item && item.contains(other)));
    const names = deepest.slice(0, 3).map(nameOf).join("; ");
    faults.push(`the page scrolls sideways, ${document.documentElement.scrollWidth} of ${width}: ${names}`);
  }

  for (const element of root.querySelectorAll<HTMLElement>("*")) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
    const { overflowX } = styleOf(element);
    if (!["auto", "scroll"].includes(overflowX) || scrollsOnPurpose(element) || !isShown(element)) continue;
    if (element.tagName === "TEXTAREA") continue;
    faults.push(
      `scrolls sideways without a reason (data-scrolls), ${element.scrollWidth} of ${element.clientWidth}: ${nameOf(element)}`,
    );
  }

  const actions = root.querySelectorAll<HTMLElement>(
    "a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary, [role=tab], [role=option]",
  );
  for (const action of actions) {
    if (!isShown(action) || scrollsOnPurpose(action)) continue;
    const { display } = styleOf(action);
    const boxes = display === "inline" ? [...action.getClientRects()] : [action.getBoundingClientRect()];
    for (const box of boxes) {
      if (box.width < 2 || box.height < 2) continue;
      if (box.right > width + 1 || box.left < -1) {
        faults.push(`an action is outside of the window: ${nameOf(action)}`);
        break;
      }
      const seen = seenOf(action.parentElement, box, true);
      const cut = box.width - (seen.right - seen.left) > 2 || box.height - (seen.bottom - seen.top) > 2;
      // A link that is a name may end early where the name is told whole.
      const told = action.closest("[title]") !== null || action.ariaLabel !== null;
      if (cut && !(action.tagName === "A" && told)) {
        faults.push(`an action is cut off: ${nameOf(action)}`);
        break;
      }
    }
    if (["INPUT", "SELECT", "TEXTAREA"].includes(action.tagName)) continue;
    if (action.scrollWidth > action.clientWidth + 1 && action.clientWidth > 0 && action.innerText.trim() !== "")
      if (action.closest("[title]") === null) faults.push(`a label sticks out of its action: ${nameOf(action)}`);
  }

  // Words that end early in points must be told whole somewhere.
  for (const element of root.querySelectorAll<HTMLElement>("*")) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
    const { textOverflow, overflowX } = styleOf(element);
    if (overflowX === "visible" || overflowX === "auto" || !isShown(element) || scrollsOnPurpose(element)) continue;
    if (element.closest("[title], [aria-label], input, select, textarea, [aria-hidden=true]") !== null) continue;
    faults.push(
      `${textOverflow === "ellipsis" ? "a text ends early" : "something is cut off"}, and nothing tells it whole: ${nameOf(element)}`,
    );
  }

  interface Box {
    readonly element: Element;
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }
  const boxes: Box[] = [];
  const floats = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement)
      if (["fixed", "sticky", "absolute"].includes(styleOf(at).position) || styleOf(at).rotate !== "none") return true;
    return false;
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement!;
    if (!node.textContent?.trim() || !isShown(element) || element.closest("svg, option, textarea, [data-scrolls]"))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top: upper, bottom: lower } of range.getClientRects()) {
      if (right - left < 2) continue;
      const seen = seenOf(element, new DOMRect(left, upper, right - left, lower - upper));
      if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) continue;
      // Letters of another script are higher than a line; only what is written over one another counts.
      const spare = (seen.bottom - seen.top) * 0.3;
      boxes.push({
        element,
        left: seen.left + 1,
        right: seen.right - 1,
        top: seen.top + spare,
        bottom: seen.bottom - spare,
      });
      if (seen.right > width + 1) faults.push(`a text leaves the window: ${nameOf(element)}`);
    }
  }
  for (const control of root.querySelectorAll("button, input:not([type=hidden], [type=file]), select, textarea")) {
    if (!isShown(control) || scrollsOnPurpose(control) || (control as HTMLElement).classList.contains("row-action"))
      continue;
    const whole = control.getBoundingClientRect();
    const seen = seenOf(control.parentElement, whole);
    const box = new DOMRect(
      seen.left,
      seen.top,
      Math.max(0, seen.right - seen.left),
      Math.max(0, seen.bottom - seen.top),
    );
    if (box.width < 4 || box.height < 4) continue;
    boxes.push({
      element: control,
      left: box.left + 2,
      right: box.right - 2,
      top: box.top + 2,
      bottom: box.bottom - 2,
    });
  }
  boxes.sort((a, b) => a.top - b.top);
  const told = new Set<Element>();
  for (const [at, entry] of boxes.entries()) {
    for (let next = at + 1; next < boxes.length && boxes[next]!.top < entry.bottom; next += 1) {
      const other = boxes[next]!;
      if (Math.min(entry.right, other.right) - Math.max(entry.left, other.left) <= 3) continue;
      if (Math.min(entry.bottom, other.bottom) - Math.max(entry.top, other.top) <= 2) continue;
      if (entry.element.contains(other.element) || other.element.contains(entry.element)) continue;
      // An input stands in the label that names it, a switch over its own track.
      if (entry.element.closest("label") !== null && entry.element.closest("label") === other.element.closest("label"))
        continue;
      if (told.has(entry.element) || floats(entry.element) || floats(other.element)) continue;
      told.add(entry.element);
      faults.push(`${nameOf(entry.element)} lies over ${nameOf(other.element)}`);
    }
  }
  return [...new Set(faults)];
}
