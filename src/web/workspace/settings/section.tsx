import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  /** By which a link leads to it. */
  id?: string;
  /** For a register, which takes the whole width. */
  wide?: boolean;
  children: ReactNode;
}

/** One subject of the settings: its name in the margin, the matter beside it. */
export function Section({ title, id, wide, children }: SectionProps) {
  return (
    <section className="settings-section" id={id} data-wide={wide || undefined}>
      <h2 className="title-card" tabIndex={id === undefined ? undefined : -1}>
        {title}
      </h2>
      <div className="narrows">{children}</div>
    </section>
  );
}
