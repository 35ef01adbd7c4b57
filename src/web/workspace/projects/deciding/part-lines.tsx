import type { ReactNode } from "react";
import { dayOfRecord, longDate, registerTime } from "#web/design/dates.ts";
import { Glyph } from "#web/design/glyph.tsx";
import type { Finding } from "#web/design/glyph.tsx";
import { Reason } from "#web/design/mark.tsx";
import { stateOfPart, stateOfSystem } from "./deciding-words.ts";
import type { Check, CheckPart, SystemInPart } from "./deciding-words.ts";
import { Exhibit } from "./exhibit.tsx";
import { shownSource } from "../../shown-source.ts";

/** The parts of a check: each system that a part is asked of, what was found there, and on what that rests. */
export function PartLines({ check: { title, parts } }: { check: Check }) {
  const [only, ...others] = parts;
  if (!only || parts.every(({ systems }) => systems.length === 0)) return null;
  if (others.length === 0) {
    return (
      <ul className="deciding-parts" aria-label={`Systems in ${title}`}>
        {only.systems.map((system, at) => (
          // Two systems may have one name.
          <li key={`${system.name} ${at}`}>
            <Line
              finding={stateOfSystem[system.state].finding}
              name={system.name}
              word={stateOfSystem[system.state].word}
            >
              <Answers system={system} />
            </Line>
          </li>
        ))}
        <More part={only} />
      </ul>
    );
  }
  return (
    <ul className="deciding-parts" aria-label={`Parts of ${title}`}>
      {parts.map((part) => {
        const { finding, word } = stateOfPart(part);
        return (
          <li key={part.aspect}>
            <Line finding={finding} name={part.title}>
              {word && <p>{word}.</p>}
              <Systems part={part} />
            </Line>
          </li>
        );
      })}
    </ul>
  );
}

interface LineProps {
  finding: Finding;
  name: string;
  /** As the name goes on. */
  word?: string;
  children: ReactNode;
}

function Line({ finding, name, word, children }: LineProps) {
  return (
    <>
      <span className="deciding-glyph" data-finding={finding}>
        <Glyph of={finding} />
      </span>
      <span className="deciding-name">
        <b>{name}</b> {word}
      </span>
      <div className="deciding-found">{children}</div>
    </>
  );
}

/** What each system answered; those that nothing has read are named together. */
function Systems({ part }: { part: CheckPart }) {
  const unread = part.systems.filter(({ state }) => state === "not read");
  const read = part.systems.filter(({ state }) => state !== "not read");
  return (
    <>
      {read.map((system, at) => (
        <div key={`${system.name} ${at}`}>
          <b>{system.name}</b> {stateOfSystem[system.state].word}
          <Answers system={system} />
        </div>
      ))}
      {unread.length > 0 && <p className="faint">Not read: {unread.map(({ name }) => name).join(", ")}</p>}
      <More part={part} />
    </>
  );
}

function More({ part: { systems, systemCount } }: { part: CheckPart }) {
  const more = systemCount - systems.length;
  return more > 0 && <p className="fine faint">and {more.toLocaleString("en-US")} more</p>;
}

function Answers({ system: { state, answers } }: { system: SystemInPart }) {
  const { finding } = stateOfSystem[state];
  return answers.map(({ source, reason, observedAt, validUntil, exhibit, evidenceId }) => (
    <div key={source + observedAt} className="deciding-answer">
      <Reason finding={finding}>{reason}</Reason>
      <span
        className="deciding-rests fine faint"
        title={`${shownSource(source)}, ${registerTime(observedAt)} UTC, valid until ${longDate(validUntil)}`}
      >
        <Exhibit exhibit={exhibit} evidenceId={evidenceId} />{" "}
        {state === "stale" ? `Until ${dayOfRecord(validUntil)}` : `Since ${dayOfRecord(observedAt)}`}
      </span>
    </div>
  ));
}
