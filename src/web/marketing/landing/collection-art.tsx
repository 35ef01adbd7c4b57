import { Hash } from "#web/design/hash.tsx";
import { sampleExhibit } from "./sample-exhibit.gen.ts";

/** A day of a sample connection, hour by hour: `c` changed, `u` unchanged, `m` missed. */
const day = "cuuuuucccuuucumuccuuucuu";
const kinds: Readonly<Record<string, string>> = { c: "changed", u: "unchanged", m: "missed" };

/** Four entries of the sample ledger, and a sample day of one connection in which an hour was missed. */
export function CollectionArt() {
  return (
    <>
      <ol className="log" aria-label="Entries of the sample ledger">
        {sampleExhibit.around.map(({ number, name, filedAt, leaf }) => (
          <li key={number}>
            <time dateTime={filedAt}>{filedAt.slice(11, 16)}</time>
            <span>{name}</span>
            <Hash value={leaf} />
          </li>
        ))}
      </ol>
      <div
        className="hours"
        role="img"
        aria-label="Sample day of one connection: 23 of 24 hours collected, 14:00 missed and left as a gap"
      >
        {day.split("").map((kind, hour) => (
          <i key={hour} data-hour={kinds[kind]} />
        ))}
      </div>
      <div className="hours-axis" aria-hidden="true">
        <span>00:00</span>
        <span>06:00</span>
        <span>12:00</span>
        <span>18:00</span>
      </div>
      <p className="art-note">A missed hour stays a gap. It is never filled in.</p>
    </>
  );
}
