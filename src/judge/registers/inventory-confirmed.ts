import { counted } from "./counted.ts";
import { drawnUntil } from "./drawn-data.ts";
import { filedUntil, latest } from "./filed-within-year.ts";
import {
  fails,
  isActivePerson,
  isFiled,
  isUnknown,
  leftAt,
  notConfirmed,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

/**
 * The data inventory was confirmed within 365 days; each kind of data has an active owner and a diagram that was reviewed within them: one on
 * file, or the one that was drawn from the registers and accepted.
 */
export function inventoryConfirmed({ register, drawn, now }: RegisterInputs): RegisterVerdict {
  const [data, people] = [register("data"), register("people")];
  const rows = data.rows.filter(({ state }) => state !== "ended");
  const numbers = (some_: typeof rows) => some(some_.map(({ number }) => `DAT-${number}`));
  const byId = new Map(people.rows.map((row) => [row.id, row]));
  const ownerOf = (row: (typeof rows)[number]) => byId.get(textOf(row, "ownerId") ?? "");
  const isDrawnUntil = drawnUntil(drawn, now);
  const untilOf = (row: (typeof rows)[number]) =>
    latest([filedUntil(row, "diagram", "diagramDatedOn", now), isDrawnUntil(row)]);
  const isDated = (row: (typeof rows)[number]) =>
    isFiled(row, "diagram") && textOf(row, "diagramDatedOn") !== undefined;
  const old = rows.filter((row) => isDated(row) && untilOf(row) === undefined);
  if (old.length > 0) return fails(`The diagram was not reviewed within 365 days: ${numbers(old)}.`);
  const missing = notWhole(data, "Data", now) ?? notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  if (rows.length === 0) return isUnknown("No data is listed.");
  const orphans = rows.filter((row) => !isActivePerson(ownerOf(row), now));
  if (orphans.length > 0) return fails(`The owner does not work here: ${numbers(orphans)}.`);
  const unshown = rows.filter((row) => untilOf(row) === undefined);
  if (unshown.length > 0)
    return isUnknown(
      `No diagram on file shows them as they are now: ${numbers(unshown)}. Submit the drawn diagrams for review, or file one.`,
    );
  return passes(
    counted(
      rows.length,
      "kind of data is listed, with an owner and a diagram reviewed within 365 days.",
      "kinds of data are listed, each with an owner and a diagram reviewed within 365 days.",
    ),
    [
      data.confirmedUntil,
      people.confirmedUntil,
      ...rows.flatMap((row) => [untilOf(row) ?? null, leftAt(ownerOf(row)!) ?? null]),
    ],
  );
}
