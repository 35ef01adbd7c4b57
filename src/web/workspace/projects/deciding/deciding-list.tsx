import { useState } from "react";
import type { ReactNode } from "react";
import { Segmented } from "#web/design/tabs.tsx";
import { DecidingDocument } from "../../documents/deciding-document.tsx";
import { currentItems } from "../control-evidence.tsx";
import type { ControlDetails } from "../project.ts";
import { DecidingCheck } from "./deciding-check.tsx";
import { isSettled } from "./deciding-words.ts";
import "./deciding.css";

interface DecidingListProps {
  details: ControlDetails;
  /** The part's own head, with the choice between all and what is open. */
  head: (choice: ReactNode) => ReactNode;
}

/** All that decides a control, in one list: each check with its parts, then each document that is expected of the company. */
export function DecidingList({ details, head }: DecidingListProps) {
  const [isOpenOnly, setOpenOnly] = useState(false);
  const documents = details.expected.filter(({ asked }) => asked);
  const items = [
    ...details.checks.map((check) => ({ kind: "check" as const, check, settled: isSettled(check) })),
    ...documents.map((document) => ({
      kind: "document" as const,
      document,
      settled: document.state === "on file" || document.state === "not applicable",
    })),
  ].map((item, at) => ({ ...item, number: at + 1 }));
  const open = items.filter(({ settled }) => !settled);
  // With the last open item the choice goes, and with it what it chose.
  const hasChoice = open.length > 0 && open.length < items.length;
  const shown = hasChoice && isOpenOnly ? open : items;
  const choice = hasChoice && (
    <Segmented
      label="Show"
      options={[
        { key: "all", label: `All ${items.length}` },
        { key: "open", label: `Open ${open.length}` },
      ]}
      chosen={isOpenOnly ? "open" : "all"}
      onChoose={(key) => setOpenOnly(key === "open")}
    />
  );
  const onFile = documents.filter(({ state }) => state === "on file").length;
  const apply = documents.filter(({ state }) => state !== "not applicable").length;
  return (
    <>
      {head(choice)}
      <div className="deciding">
        <ol className="deciding-list" aria-label="Checks">
          {shown.map(
            (item) =>
              item.kind === "check" && (
                <DecidingCheck
                  key={item.check.checkId}
                  controlId={details.control.id}
                  number={item.number}
                  check={item.check}
                />
              ),
          )}
        </ol>
        {shown.some(({ kind }) => kind === "document") && (
          <section aria-label="Expected documents">
            <div className="deciding-section">
              <h3>Expected documents</h3>
              <span className="fine faint">
                {onFile} of {apply} on file
              </span>
            </div>
            <ol className="deciding-list">
              {shown.map(
                (item) =>
                  item.kind === "document" && (
                    <DecidingDocument
                      key={item.document.id}
                      number={item.number}
                      document={item.document}
                      items={currentItems(details.evidence)}
                    />
                  ),
              )}
            </ol>
          </section>
        )}
      </div>
    </>
  );
}
