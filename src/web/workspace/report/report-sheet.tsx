import { Link } from "react-router";
import { findingWords } from "#domain/finding-words.ts";
import { ReportBlocks } from "./report-blocks.tsx";
import type { ControlReport, ReportSection } from "./report.ts";

/** Where a control's chapter begins, for links from its own page. */
export const chapterId = (controlId: string) => `control-${controlId}`;

/** The report as one sheet of paper: caption, summary and register, a chapter for each control, and what people decided. */
export function ReportSheet({ report, projectId }: { report: ControlReport; projectId: string }) {
  const { front, chapters, back } = report;
  const places = new Map(chapters.map(({ number, controlId }) => [number, chapterId(controlId)]));
  return (
    <article className="report" aria-labelledby="report-title">
      <Caption report={report} />
      <div className="report-title">
        <h1 id="report-title">{report.heading}</h1>
      </div>
      <nav className="report-contents" aria-label="Parts of this report">
        {[...front, ...back].map(({ number, title }) => (
          <a key={number} href={`#part-${number}`}>
            {title}
          </a>
        ))}
      </nav>
      {front.map((section) => (
        <Section key={section.number} section={section} places={places} level={2} />
      ))}
      {chapters.map((chapter) => (
        <section
          key={chapter.number}
          className="report-chapter"
          id={chapterId(chapter.controlId)}
          aria-labelledby={`${chapterId(chapter.controlId)}-title`}
          tabIndex={-1}
        >
          <div className="report-chapter-head">
            <div>
              <h2 id={`${chapterId(chapter.controlId)}-title`}>
                <Number of={chapter.number} />
                {chapter.title}
              </h2>
              <Link
                className="link report-to-control"
                to={`/dashboard/controls/${chapter.controlId}?project=${projectId}`}
              >
                Open control
              </Link>
            </div>
            <span className="stamp" data-finding={chapter.finding}>
              <b>{findingWords[chapter.finding]}</b>
              <small>{chapter.date}</small>
            </span>
          </div>
          {chapter.sections.map((section) => (
            <Section key={section.number} section={section} places={places} level={3} />
          ))}
        </section>
      ))}
      {back.map((section) => (
        <Section key={section.number} section={section} places={places} level={2} />
      ))}
      <p className="report-foot">
        <span>{report.number ?? "Not issued"}</span>
        <span>{report.foot}</span>
      </p>
    </article>
  );
}

/** As in court: who and under what on the left, the facts on the right. */
function Caption({ report: { caption, facts } }: { report: ControlReport }) {
  return (
    <div className="report-caption">
      <div>
        {caption.map(({ text, label }) => (
          <p key={label}>
            {text}
            <span>{label}</span>
          </p>
        ))}
      </div>
      <div className="report-parens" aria-hidden="true">
        {facts.map(() => ")").join("\n")}
      </div>
      <dl>
        {facts.map(({ label, value, record }) => (
          <div key={label}>
            <dt>{label}:</dt> <dd data-record={record}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface SectionProps {
  section: ReportSection;
  places: ReadonlyMap<string, string>;
  level: 2 | 3;
}

function Section({ section: { number, title, blocks }, places, level }: SectionProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section id={level === 2 ? `part-${number}` : undefined} tabIndex={level === 2 ? -1 : undefined}>
      <Heading>
        <Number of={number} />
        {title}
      </Heading>
      <ReportBlocks blocks={blocks} places={places} />
    </section>
  );
}

/** In the margin; a title is read without it. */
function Number({ of }: { of: string }) {
  return (
    <span className="report-number" aria-hidden="true">
      {of}
    </span>
  );
}
