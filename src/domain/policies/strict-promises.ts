import { figuresIn } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { covers, measuredFigures } from "./measured-figures.ts";
import { measures } from "./shown-figures.ts";
import type { ShownFigure } from "./read-figures.ts";
import { statementsOf } from "./statements.ts";

/**
 * By a check the figure that statements promise more strictly than it measures, where an exhibit may show it. Of several in one sentence the
 * loosest counts, because each may be of something else; of several sentences the strictest.
 */
export function strictPromises(text: string): ReadonlyMap<string, Figure> {
  const promised = new Map<string, Figure>();
  for (const { check, sentence } of statementsOf(text)) {
    const measure = Object.hasOwn(measures, check) ? measures[check] : undefined;
    if (!measure) continue;
    const figure = "promised" in measure ? measure.promised(sentence) : surelyMeant(sentence, measure);
    if (!figure || (measuredFigures.get(check) ?? []).some((own) => covers(own, figure))) continue;
    const before = promised.get(check);
    const isStricter = !before || (measure.least ? figure.value > before.value : figure.value < before.value);
    if (isStricter) promised.set(check, figure);
  }
  return promised;
}

/** The loosest figure of a sentence that may be of what is measured; undefined where none is. */
function surelyMeant(sentence: string, { unit, least }: Pick<Figure, "unit" | "least">): Figure | undefined {
  return (
    figuresIn(sentence)
      // What is promised at once has no figure that anything could be later than.
      .filter((figure) => figure.unit === unit && figure.least === least && figure.value > 0)
      .toSorted((a, b) => (least ? a.value - b.value : b.value - a.value))[0]
  );
}

/** What breaks a promise, the worst first; empty where nothing that is shown does. */
export const breaking = ({ value, least }: Figure, shown: readonly ShownFigure[]): readonly ShownFigure[] =>
  shown
    .filter((figure) => (least ? figure.value < value : figure.value > value))
    .toSorted((a, b) => (least ? a.value - b.value : b.value - a.value) || (a.of < b.of ? -1 : 1));
