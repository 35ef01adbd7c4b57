import type { KindAnswer, System } from "./systems.ts";

const counted = (count: number, word: string, many: string) => `${count} ${count === 1 ? word : many}`;

/** How many kinds are answered, as a figure, a strip and a sentence. */
export function SystemsTally({ systems, kinds }: { systems: readonly System[]; kinds: readonly KindAnswer[] }) {
  const count = (...states: readonly KindAnswer["state"][]) =>
    kinds.filter(({ state }) => states.includes(state)).length;
  const [withSystems, none, open] = [count("in scope", "out of scope"), count("declared none"), count("not answered")];
  const out = systems.filter(({ outOfScope }) => outOfScope !== null).length;
  const parts = [
    `${counted(systems.length - out, "system", "systems")} in scope`,
    out > 0 && `${out} out of scope`,
    none > 0 && `${counted(none, "kind", "kinds")} declared none`,
  ].filter(Boolean);
  return (
    <div className="overview-tally">
      <p className="overview-figure">
        {kinds.length - open} of {kinds.length} <small>kinds answered</small>
      </p>
      <div
        className="systems-ticks"
        role="img"
        aria-label={`${kinds.length} kinds: ${withSystems} with systems, ${none} declared none, ${open} open`}
      >
        {[...Array(withSystems).fill("systems"), ...Array(none).fill("none"), ...Array(open).fill("open")].map(
          (what: string, at) => (
            <i key={at} data-answer={what} />
          ),
        )}
      </div>
      <p className="systems-words">
        {parts.join(", ")}. {open > 0 && <b>{counted(open, "kind is", "kinds are")} open.</b>}
      </p>
    </div>
  );
}
