import type { ReactNode } from "react";

/** One subject of the settings: its name in the margin, the matter beside it. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="settings-section">
      <h2 className="title-card">{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
