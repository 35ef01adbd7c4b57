/** What no page can bring about by itself. */
const transient = /:(hover|focus-visible|active)(?![-\w])/g;

/**
 * Lets an element be drawn as if a pointer were on it or the keyboard had focused it: every rule of the page for such a state
 * gets a twin for `data-shown`, in its own layer and at its own place, so that what is shown is what the rules say and no
 * copy of them. An attribute weighs as much as a pseudo-class.
 */
export function showStates(sheets: Iterable<CSSStyleSheet>): void {
  for (const sheet of sheets) addTwins(sheet);
}

function addTwins(group: CSSStyleSheet | CSSGroupingRule): void {
  for (let at = group.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = group.cssRules[at];
    if (rule instanceof CSSStyleRule) {
      const twin = rule.selectorText.replace(transient, '[data-shown="$1"]');
      if (twin !== rule.selectorText) group.insertRule(`${twin} { ${rule.style.cssText} }`, at + 1);
    } else if (rule instanceof CSSGroupingRule) {
      addTwins(rule);
    } else if (rule instanceof CSSImportRule && rule.styleSheet) {
      addTwins(rule.styleSheet);
    }
  }
}
