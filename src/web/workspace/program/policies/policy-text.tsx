import { Fragment, useMemo } from "react";
import type { ReactNode } from "react";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import type { Block, Inline } from "#domain/policies/policy-text.ts";
import type { BoundStatement } from "./policies.ts";
import { StatementNote } from "./statement-note.tsx";

interface PolicyTextProps {
  text: string;
  /** What checks say of its statements; undefined while that is asked. */
  statements?: readonly BoundStatement[] | undefined;
}

/** The text of a policy with a numbered margin on its left, and on its right what checks say of its statements. */
export function PolicyText({ text, statements }: PolicyTextProps) {
  const read = useMemo(() => readPolicyText(text), [text]);
  if (!read.ok)
    return (
      <p role="alert">
        This text cannot be shown. Line {read.problem.line}: {read.problem.message}
      </p>
    );
  return (
    <div className="policy-text" data-plain={!read.blocks.some(({ kind }) => kind === "statement") || undefined}>
      {read.blocks.map((block, at) => (
        <div key={at} className="policy-block" data-kind={block.kind} data-state={stateOf(block, statements)}>
          <span className="policy-number" aria-hidden="true">
            {at + 1}
          </span>
          <div className="policy-body">{shown(block)}</div>
          <div className="policy-note">
            {block.kind === "statement" && <StatementNote check={block.check} statements={statements} />}
          </div>
        </div>
      ))}
    </div>
  );
}

function stateOf(block: Block, statements: PolicyTextProps["statements"]) {
  if (block.kind !== "statement") return undefined;
  return statements?.find(({ check }) => check === block.check)?.state;
}

function shown(block: Block): ReactNode {
  switch (block.kind) {
    case "heading": {
      // The page's own title is its h1.
      const Heading = (["h2", "h2", "h3", "h4"] as const)[block.level] ?? "h4";
      return <Heading>{inline(block.inline)}</Heading>;
    }
    case "paragraph":
    case "statement":
    case "fact":
      return <p>{inline(block.inline)}</p>;
    case "list": {
      const List = block.start === null ? "ul" : "ol";
      return (
        <List start={block.start ?? undefined}>
          {block.items.map((item, at) => (
            <li key={at}>
              {item.map((own, index) => (
                <Fragment key={index}>{own.kind === "paragraph" ? inline(own.inline) : shown(own)}</Fragment>
              ))}
            </li>
          ))}
        </List>
      );
    }
    case "quote":
      return (
        <blockquote>
          {block.blocks.map((own, at) => (
            <Fragment key={at}>{shown(own)}</Fragment>
          ))}
        </blockquote>
      );
    case "rule":
      return <hr />;
    case "table":
      return (
        <div className="policy-table" tabIndex={0} role="group" aria-label="Table">
          <table>
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  <th key={at} scope="col">
                    {inline(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, index) => (
                    <td key={index}>{inline(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}

function inline(pieces: readonly Inline[]): ReactNode {
  return pieces.map((piece, at) => {
    switch (piece.kind) {
      case "text":
        return piece.text;
      case "code":
        return <code key={at}>{piece.text}</code>;
      case "break":
        return <br key={at} />;
      case "strong":
        return <strong key={at}>{inline(piece.inline)}</strong>;
      case "emphasis":
        return <em key={at}>{inline(piece.inline)}</em>;
      case "link":
        return (
          <a key={at} className="link" href={piece.href} rel="noreferrer noopener" target="_blank">
            {inline(piece.inline)}
          </a>
        );
    }
  });
}
