import { Bold, Heading2, Italic, List, ListOrdered, Redo2, Table2, Undo2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Command, EditorState } from "prosemirror-state";
import { allChecks } from "#catalog/index.ts";
import { Button } from "#web/design/button.tsx";
import { Select } from "#web/design/input.tsx";
import { bindTo, commands, insertFilled, isNested, statementAt } from "./commands.ts";

const buttons: readonly (readonly [LucideIcon, string, Command])[] = [
  [Undo2, "Undo", commands.undo],
  [Redo2, "Redo", commands.redo],
  [Bold, "Bold", commands.bold],
  [Italic, "Italic", commands.italic],
  [Heading2, "Heading", commands.heading],
  [List, "List", commands.list],
  [ListOrdered, "Numbered list", commands.steps],
  [Table2, "Table", commands.table],
];

const filled = [
  ["fact", "company", "Company name"],
  ["fact", "people", "Number of people"],
  ["fact", "systems", "Number of systems"],
  ["fact", "review-by", "Date of the next review"],
  ["table", "systems", "Table of systems"],
] as const;

interface ToolbarProps {
  state: EditorState;
  run: (command: Command) => void;
  /** Whether what was typed is saved. */
  status: string;
}

/** What can be done with the text at the cursor. */
export function Toolbar({ state, run, status }: ToolbarProps) {
  const statement = statementAt(state);
  return (
    <div className="policy-toolbar" role="toolbar" aria-label="Text">
      {buttons.map(([icon, label, command]) => (
        <Button
          key={label}
          kind="quiet"
          size="small"
          icon={icon}
          iconOnly
          disabled={!command(state)}
          onClick={() => run(command)}
        >
          {label}
        </Button>
      ))}
      <Button
        kind="quiet"
        size="small"
        aria-pressed={statement !== undefined}
        disabled={!commands.statement(state)}
        onClick={() => run(commands.statement)}
      >
        Statement
      </Button>
      <Select
        aria-label="Insert a fact"
        value=""
        disabled={isNested(state)}
        onChange={({ target }) => {
          const found = filled[Number(target.value)];
          if (found) run(insertFilled(found[0], found[1]));
        }}
      >
        <option value="">Fact</option>
        {filled.map(([, , label], at) => (
          <option key={label} value={at}>
            {label}
          </option>
        ))}
      </Select>
      {isNested(state) && <span className="fine faint">Statements and facts stand outside of quotes and lists.</span>}
      {statement && (
        <Select
          aria-label="Check that decides this statement"
          value={statement.check}
          onChange={({ target }) => run(bindTo(target.value))}
        >
          <option value="">No check decides it</option>
          {allChecks.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      )}
      <span className="policy-saved fine faint" role="status">
        {status}
      </span>
    </div>
  );
}
