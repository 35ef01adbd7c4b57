import type { ReactNode } from "react";

/** One numbered part of a sheet. The number stands in the margin, for the eye alone. */
export function Part({ id, number, children }: { id?: string; number?: number; children: ReactNode }) {
  return (
    <section className="part" id={id}>
      <div className="part-number" aria-hidden="true">
        {number}
      </div>
      <div className="part-body">{children}</div>
    </section>
  );
}

/** The heading of a part; reading goes on from it after a jump to its part. */
export function PartTitle({ children }: { children: ReactNode }) {
  return (
    <h2 className="title-part" tabIndex={-1}>
      {children}
    </h2>
  );
}
