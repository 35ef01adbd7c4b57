import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { longDate } from "#web/design/dates.ts";

/** What was received, and when; kept on the page after the form has been cleared. */
export interface Receipt {
  readonly at: string;
  readonly text: ReactNode;
}

/**
 * The corner of a paper form where the clerk's stamp goes. It is there, empty, from the beginning, so that nothing
 * moves when the stamp comes down.
 */
export function ReceivedBox({ receipt, until }: { receipt: Receipt | undefined; until: string }) {
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!receipt) return;
    line.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, [receipt]);
  return (
    <div className="received" ref={box}>
      <div className="received-place">
        {receipt ? (
          <span className="stamp" data-finding="sealed">
            <b>Received</b>
            <small>{longDate(receipt.at)}</small>
          </span>
        ) : (
          <span className="received-blank" aria-hidden="true">
            For the date received
          </span>
        )}
      </div>
      <p ref={line} tabIndex={-1} className="received-line">
        {receipt ? receipt.text : until}
      </p>
    </div>
  );
}
